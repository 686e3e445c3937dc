"""What outgoing emails say: gathering the facts and rendering them."""
