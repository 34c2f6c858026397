"""What was recorded: gains, exports, regrading and replay."""
