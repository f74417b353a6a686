"""Benchmarks, run by hand; what they need beside the program is in requirements-bench.lock."""
