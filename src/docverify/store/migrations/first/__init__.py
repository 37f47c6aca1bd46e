"""What migration 0001 makes, by meaning; like the migration itself, never changed once it is released."""
