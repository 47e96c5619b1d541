"""What best play leads to when marks in a row win: on finite boards, without an edge, and by pairs of cells."""
