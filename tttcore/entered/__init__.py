"""Players of 3x3 that people enter: asked for their moves in every position, then evaluated exactly; class leagues."""
