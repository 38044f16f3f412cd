"""What a person has to look at, and what they decide: the queue, the desk, and its web page."""
