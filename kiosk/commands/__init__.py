"""The commands: each file has HELP, add_arguments and run, and the command line wires them."""
