"""The table's log: real etcd servers, hosts before them, and who reads."""
