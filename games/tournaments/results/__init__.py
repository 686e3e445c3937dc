"""What results lead to: cached standings, hidden results, player ratings, badges."""
