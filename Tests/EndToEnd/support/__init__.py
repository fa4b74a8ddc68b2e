"""What the end-to-end tests stand on: a server of their own, a plain HTTP client, people with browsers, an app."""
