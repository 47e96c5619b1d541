"""For people who play, watch, teach and enter players; a wing."""

PAGES = {
    "learn.html": "Watch",
    "play.html": "Play",
    "boxes.html": "Train",
    "enter.html": "Enter",
    "course.html": "Course",
    "worksheet.html": "Worksheet",
}
"""Labels of its pages in the navigation, by file."""
