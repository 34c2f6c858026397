"""What is asked of a recruiter's service: tasks, submissions, payments."""
