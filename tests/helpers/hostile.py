"""Texts that would do harm if a page or an export took them for anything but text."""

import re

TRAP = "window.__ran"
"""What the scripts of the texts set."""
SPACED = (
    f"<script>{TRAP} = 1</script>",
    f"</script><script>{TRAP} = 2</script>",
    f"</title></style></textarea></select></svg><img src=x onerror='{TRAP} = 3'>",
    f'"><svg onload="{TRAP} = 4"><a href="https://example.invalid/">',
    f"' onmouseover='{TRAP} = 5' x='",
    "<!-- <script> -->",
    "]]> <![CDATA[ <?xml",
    "{{ 7 * 7 }} {% raw %} {# no #} ${7*7} #{7}",
    "line\u2028separator\u2029here zero\u200bwidth \U0001f3b2 \u05d0\u05d1 \u202eoverride",
)
DENSE = (
    f"javascript:{TRAP}=6",
    "&lt;b&gt;&#x27;&amp;amp;%3Cb%3E%",
    "$$\\frac{1}{2}$$\\(x\\)@x$name@{y}{safe}",
    "back\\slash`tick`'one'\"two\"",
    "w" * 400,
)
HOSTILE = " ".join((*SPACED, *DENSE))


def hostile(place: str) -> str:
    """Text of a place that has everything in it."""
    return f"{place}: {HOSTILE}"


def harmless(place: str) -> str:
    """Name of a place between brackets."""
    return f"⟦{place}⟧"


def made_hostile(text: str) -> str:
    """Put hostile texts in the places of harmless ones."""
    return re.sub("⟦(.*?)⟧", lambda found: hostile(found[1]), text)
