"""What participants do beside their cards: practise, answer questions, be there."""
