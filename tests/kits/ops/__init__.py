"""Tables that are provided, machines that are set up, updated and started."""
