"""Lines of play: all boards that can be reached, shortest lines, proofs that there is none."""
