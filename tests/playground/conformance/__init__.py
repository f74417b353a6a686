"""The playground beside a second opinion: the same requests to both, and why they differ where they do."""
