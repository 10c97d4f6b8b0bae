"""The side panel: results, trends, the seat's own rounds."""
