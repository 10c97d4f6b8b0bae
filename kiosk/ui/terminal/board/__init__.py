"""The board: baked picture, chips, fingers."""
