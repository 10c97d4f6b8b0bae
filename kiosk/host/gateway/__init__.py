"""The gateway: seats, consoles and desks speak to a host, and the host alone speaks to etcd."""
