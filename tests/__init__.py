"""Tests of ygolp, and the programs that measure it."""
