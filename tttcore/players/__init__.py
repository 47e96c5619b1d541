"""Who plays: genomes, rule-based and random movers, and exact results between them."""
