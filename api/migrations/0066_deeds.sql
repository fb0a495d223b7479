-- Alerts about operators look each minute at what was done within a day, and read nothing else.
CREATE INDEX desk_decision_about_operators ON desk_decision (created_at) WHERE subject = 'operator';
CREATE INDEX price_change_by_people ON price_change (changed_at) WHERE operator IS NOT NULL;
