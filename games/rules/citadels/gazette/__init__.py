"""A round as a small newspaper tells it: `facts` finds the news, `wordings` has the sentences for it, `press`
chooses and prints. It knows nothing but an `Issue`: what anybody could see and hear."""

from .press import report as report
