"""Players of 3x3 given by a genome, their exact evaluation, and opponents."""
