"""Citations of documents on pages."""

import pytest

from tttcore.report.citation import cited


@pytest.mark.parametrize(
    ("authors", "wanted"),
    [
        ("A. B. Post", "Post 1999"),
        ("A. One, B. Two", "One and Two 1999"),
        ("A One and B Two", "One and Two 1999"),
        ("A One, B Two, C Three", "One et al. 1999"),
        ("One, Two and Three", "One et al. 1999"),
        ("", "Anonymous 1999"),
    ],
)
def test_documents_are_cited(authors, wanted):
    assert cited({"authors": authors, "year": 1999}) == wanted
    assert cited({"authors": authors, "year": 1999, "retold": True}) == f"{wanted}, retold"
