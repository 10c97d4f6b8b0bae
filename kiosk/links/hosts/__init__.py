"""The table log through the house's hosts: for seats, consoles and desks, which never speak to etcd themselves."""
