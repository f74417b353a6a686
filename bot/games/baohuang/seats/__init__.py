"""Who plays a seat that no person plays: AI players, from the view of their seat only."""
