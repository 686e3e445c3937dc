"""Citadels, by Bruno Faidutti: the 2016 edition and the classic one with the Dark City cards."""
