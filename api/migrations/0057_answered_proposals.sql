-- Finds what an operator asked of a second person lately, to tell them the outcome.
CREATE INDEX proposal_of_asker ON proposal (asked_by, expires_at);
