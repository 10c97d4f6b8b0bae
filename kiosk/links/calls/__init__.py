"""What every link over gRPC has in common: one thread, servers of which one answers, appends in order."""
