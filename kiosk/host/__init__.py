"""A host: the gateway before etcd, and who may do what there."""
