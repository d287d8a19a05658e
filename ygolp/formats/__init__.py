"""Formats that players exchange: decks (.ydk, ydke://), puzzle boards (.lua), and boards in one line."""
