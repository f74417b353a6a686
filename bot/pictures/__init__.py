"""Pictures of hands and tables, drawn with Pillow from views."""
