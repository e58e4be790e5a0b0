"""How well and how fast a question is answered: LoCoMo, updates, scale."""
