"""For people who play, watch, teach and enter players; a wing."""

PAGES = {
    "play.html": "Play",
    "boxes.html": "Train",
    "learn.html": "Watch",
    "enter.html": "Enter",
    "worksheet.html": "Worksheet",
}
"""Labels of its pages in the navigation, by file."""
