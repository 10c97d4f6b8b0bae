"""The table log in etcd: for tables of several machines."""
