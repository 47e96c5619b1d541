"""Study of Gardner (1962): matchboxes that learn Hexapawn."""
