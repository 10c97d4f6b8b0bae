"""What a seat keeps on disk: journal, meters, snapshot, outbox, recall, tickets, significant events."""
