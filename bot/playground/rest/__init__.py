"""The REST interface and the store of attachments."""
