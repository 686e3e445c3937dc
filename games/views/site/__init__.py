"""Pages of the site itself: front page, error pages, dev inbox, web app manifest."""
