-- The table counts uses against a limit. An "attempt" is what the outbox and the refunds count.
ALTER TABLE attempt RENAME TO rate_limit;
DROP INDEX attempt_by_time;
CREATE INDEX rate_limit_by_time ON rate_limit (window_start);
