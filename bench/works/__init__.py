"""What `bench.worker` runs in a process of its own, each file in its own environment."""
