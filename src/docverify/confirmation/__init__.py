"""What decides is looked at again by a reader of another kind: the independent witness."""
