"""What is live: the sockets, the fragments they send, and the messages between processes."""
