"""Operations: health checks, metrics and logging, for whoever runs the server."""
