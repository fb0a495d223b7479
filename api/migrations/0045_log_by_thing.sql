-- Lines about a thing are found by the thing alone: the log about a person asks for many things at
-- once, whatever was decided about each, and had read every line of its time.
DROP INDEX desk_decision_of_subject;
CREATE INDEX desk_decision_of_thing ON desk_decision (subject_id, subject, created_at);
