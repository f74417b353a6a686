"""What Discord accepts: the forms and limits of everything the bot sends."""
