"""Card records: the embedded pool, made-up cards, and what they mean as facts."""
