"""Size of a figure's letters on its page."""

from matplotlib.text import Text

LEAST = 8
"""Points that people can read."""
_PAGE = (62 - 1) * 16 / 96
"""Inches of a figure on a wide screen: 62 rem with a margin of half a rem, see ``assets/style.css``."""
_PIXELS = 150 / 96
"""Inches of a narrow figure on a screen, by those on paper."""


def smallest(figure):
    """Points of the smallest letters of a figure, in the size in which its page shows it."""
    shown = [text for text in figure.findobj(Text) if text.get_visible() and text.get_text().strip()]
    return min(text.get_fontsize() for text in shown) * min(_PIXELS, _PAGE / figure.get_size_inches()[0])
