"""What a Discord user touches: commands, boards, buttons and menus."""
