-- An operator may be a shopper too: the phone is the same. What they look at is their own, what they
-- decide is not theirs to decide. Each decision is a line of the log, so the log is where it is held.
CREATE TRIGGER nobody_decides_about_themselves BEFORE INSERT ON desk_decision
WHEN NEW.verdict NOT IN ('viewed', 'put_back') AND EXISTS (
  SELECT 1 FROM operator o JOIN user u ON u.phone = o.phone
  WHERE o.name = NEW.operator AND (
    (NEW.subject = 'person' AND u.id = NEW.subject_id)
    OR (NEW.subject = 'identity_request' AND EXISTS (
        SELECT 1 FROM identity_request WHERE id = NEW.subject_id AND user_id = u.id))
    OR (NEW.subject = 'bank_card' AND EXISTS (
        SELECT 1 FROM bank_card WHERE id = NEW.subject_id AND user_id = u.id))
    OR (NEW.subject = 'withdrawal' AND EXISTS (
        SELECT 1 FROM withdrawal WHERE id = NEW.subject_id AND user_id = u.id))
    OR (NEW.subject = 'payout' AND EXISTS (
        SELECT 1 FROM payout_row r JOIN withdrawal w ON w.id = r.withdrawal_id
        WHERE r.payout_id = NEW.subject_id AND w.user_id = u.id))
    OR (NEW.subject = 'ticket' AND EXISTS (
        SELECT 1 FROM ticket WHERE id = NEW.subject_id AND user_id = u.id))
    OR (NEW.subject = 'order' AND EXISTS (
        SELECT 1 FROM orders WHERE id = NEW.subject_id AND user_id = u.id))
    OR (NEW.subject = 'order_item' AND (EXISTS (
        SELECT 1 FROM order_item i JOIN orders b ON b.id = i.order_id
        WHERE i.id = NEW.subject_id AND b.user_id = u.id) OR EXISTS (
        SELECT 1 FROM earning
        WHERE order_item_id = NEW.subject_id AND user_id = u.id AND NEW.verdict GLOB 'income_*')))
    OR (NEW.subject = 'code' AND EXISTS (
        SELECT 1 FROM code c JOIN order_item i ON i.id = c.order_item_id
        JOIN orders b ON b.id = i.order_id WHERE c.id = NEW.subject_id AND b.user_id = u.id))
    OR (NEW.subject = 'refund' AND EXISTS (
        SELECT 1 FROM refund WHERE id = NEW.subject_id AND user_id = u.id))
    OR (NEW.subject = 'payment' AND EXISTS (
        SELECT 1 FROM payment WHERE id = NEW.subject_id AND user_id = u.id))
    OR (NEW.subject = 'name_request' AND EXISTS (
        SELECT 1 FROM name_request WHERE id = NEW.subject_id AND user_id = u.id))
    OR (NEW.subject = 'discount_code' AND EXISTS (
        SELECT 1 FROM discount_code WHERE id = NEW.subject_id AND owner_id = u.id))
    OR (NEW.subject = 'freeze' AND EXISTS (
        SELECT 1 FROM freeze_mark WHERE freeze_id = NEW.subject_id AND kind = 'person'
        AND value = u.id))))
BEGIN SELECT RAISE(ABORT, 'nobody decides about themselves'); END;
