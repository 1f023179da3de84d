"""What people send, search and bring, read strictly and without opinion."""
