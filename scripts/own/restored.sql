-- Run this right after an older copy of the database was put back (docs/operations.md).

-- nobody stays signed in: a session that was ended since would live again
UPDATE session SET revoked_at = unixepoch() * 1000 WHERE revoked_at IS NULL;
UPDATE operator_token SET ended_at = unixepoch() * 1000 WHERE kind = 'session' AND ended_at IS NULL;

-- numbers that people were told since then are not given again
UPDATE number_count SET given = given + 5000;

-- no refund is asked for twice: a person compares with the gateway's panel
UPDATE refund SET state = 'asking' WHERE state = 'due';
UPDATE refund SET state = 'review', next_attempt_at = NULL WHERE state = 'asking';

-- no order is given back by the jobs before somebody has looked: that may have been done already
UPDATE orders SET look_due_at = max(look_due_at, (unixepoch() + 172800) * 1000)
WHERE look_due_at IS NOT NULL;
UPDATE orders SET profile_due_at = max(profile_due_at, (unixepoch() + 172800) * 1000)
WHERE profile_due_at IS NOT NULL;

-- payments that were under way are asked about at once
UPDATE payment SET next_check_at = unixepoch() * 1000 WHERE state = 'pending';

-- nobody buys before somebody opens the shop at the desk
UPDATE closure SET opened_at = max(closed_at, unixepoch() * 1000) WHERE opened_at IS NULL;
INSERT INTO closure (id, reason, closed_by, closed_at) VALUES (hex(randomblob(16)),
  'فروشگاه را تعمیر می‌کنیم. پول و کدهای شما سر جایشان است.', 'restore', unixepoch() * 1000);
