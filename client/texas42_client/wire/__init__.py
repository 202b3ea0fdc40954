"""Asking servers: requests, answers, patience, and tokens that go only where they belong."""
