"""For people who play, watch, teach and enter players; a wing."""

PAGES = {"play.html": "Play", "learn.html": "Watch", "worksheet.html": "Worksheet"}
"""Labels of its pages in the navigation, by file."""
