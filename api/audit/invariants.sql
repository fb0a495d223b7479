-- Invariants that hold in every shop at any time. Each is a sentence, followed by one query that
-- finds the ids of the rows that violate it.
-- `npm run audit` runs all of them, and so does `auditShop` after the tests. When a sentence that
-- begins with "warning:" is violated, the books are correct, but something has been waiting for
-- longer than the jobs need, or needs an operator.

-- Money -------------------------------------------------------------------------------------------

-- Every account holds the sum of its transfers
SELECT a.id FROM account a
LEFT JOIN (SELECT debit_account_id AS id, sum(amount_toman) AS toman FROM transfer GROUP BY 1) d
  ON d.id = a.id
LEFT JOIN (SELECT credit_account_id AS id, sum(amount_toman) AS toman FROM transfer GROUP BY 1) c
  ON c.id = a.id
WHERE a.debits_toman <> coalesce(d.toman, 0) OR a.credits_toman <> coalesce(c.toman, 0);

-- All accounts together sum to zero
SELECT 'all accounts' AS id WHERE (SELECT sum(credits_toman - debits_toman) FROM account) <> 0;

-- No wallet, hold or clearing account is below zero, and no sum is too large for an exact number
SELECT id FROM account WHERE (kind IN ('shopper', 'hold', 'clearing')
  AND credits_toman < debits_toman)
  OR min(debits_toman, credits_toman) < 0 OR max(debits_toman, credits_toman) > 9007199254740991;

-- Every account is of the kind that its name says, and its owner or subject exists
SELECT id FROM account a WHERE NOT CASE substr(id, 1, instr(id, ':'))
  WHEN 'shopper:' THEN kind = 'shopper' AND EXISTS (SELECT 1 FROM user WHERE id = substr(a.id, 9))
  WHEN 'hold:' THEN kind = 'hold' AND EXISTS (SELECT 1 FROM orders WHERE id = substr(a.id, 6))
  WHEN 'clearing:' THEN kind = 'clearing' AND EXISTS (SELECT 1 FROM orders
    WHERE id = substr(a.id, 10))
  WHEN 'withdrawal:' THEN kind = 'hold' AND EXISTS (SELECT 1 FROM withdrawal
    WHERE id = substr(a.id, 12))
  WHEN 'refund:' THEN kind = 'clearing' AND EXISTS (SELECT 1 FROM refund WHERE id = substr(a.id, 8))
  ELSE (id, kind) IN (VALUES ('gateway:zarinpal', 'gateway'), ('gateway:zibal', 'gateway'),
    ('shop:sales', 'shop'), ('shop:capital', 'shop'), ('bank:payouts', 'bank'),
    ('supplier:reloadly', 'bank'), ('shop:purchases', 'shop')) END;

-- Every shopper has a wallet
SELECT id FROM user WHERE NOT EXISTS (SELECT 1 FROM account WHERE id = 'shopper:' || user.id);

-- Every movement is one amount within bounds, between two different accounts
SELECT id FROM transfer WHERE amount_toman NOT BETWEEN 1 AND 99999999999999
  OR debit_account_id = credit_account_id;

-- Every amount that is ordered, paid, withdrawn or given back is within bounds
SELECT id FROM (
  SELECT id, total_toman AS toman, 0 AS least FROM orders UNION ALL SELECT id, price_toman, 1
    FROM order_item
  UNION ALL SELECT id, amount_toman, 1 FROM payment UNION ALL SELECT id, amount_toman, 100000
    FROM withdrawal
  UNION ALL SELECT id, min(wallet_toman, gateway_toman, wallet_toman + gateway_toman), 0
    FROM refund)
WHERE toman NOT BETWEEN least AND 99999999999999;

-- Money that came into a wallet from outside has its payment or its opening transfer
SELECT t.id FROM transfer t WHERE t.kind IN ('topup', 'late_payment', 'opening') AND NOT CASE t.kind
  WHEN 'opening' THEN t.id GLOB 'opening:*' AND t.debit_account_id = 'shop:capital'
    AND t.credit_account_id GLOB 'shopper:*'
  ELSE EXISTS (
    SELECT 1 FROM payment p WHERE p.id = t.payment_id AND t.id = t.kind || ':' || p.id
      AND t.amount_toman = p.amount_toman
      AND t.debit_account_id = 'gateway:' || p.gateway
        AND t.credit_account_id = 'shopper:' || p.user_id AND t.order_id IS p.order_id
      AND (p.purpose, p.state) = (iif(t.kind = 'topup', 'wallet_topup', 'cart_checkout'),
        iif(t.kind = 'topup', 'paid', 'credited'))) END;

-- Money that moved for an order has its order and its payment or item, with the same amount
SELECT t.id FROM transfer t LEFT JOIN orders o ON o.id = t.order_id
WHERE t.kind IN ('hold', 'release', 'order_wallet', 'order_gateway', 'sale')
  AND NOT coalesce(CASE t.kind
  WHEN 'sale' THEN t.debit_account_id = 'clearing:' || o.id AND t.credit_account_id = 'shop:sales'
    AND EXISTS (
    SELECT 1 FROM order_item i WHERE i.id = substr(t.id, 6) AND i.order_id = o.id
      AND i.total_toman = t.amount_toman
      AND i.delivery_status IN ('delivered', 'cancelled')
    UNION ALL SELECT 1 FROM refund f WHERE f.id = substr(t.id, 6) AND f.order_id = o.id
      AND t.amount_toman = iif(f.withheld_toman > 0, f.withheld_toman,
        f.wallet_toman + f.gateway_toman + f.withheld_toman))
  ELSE t.id = t.kind || ':' || o.id
    AND t.amount_toman = iif(t.kind = 'order_gateway', o.gateway_toman, o.wallet_toman)
    AND CASE t.kind
    WHEN 'hold' THEN t.debit_account_id = 'shopper:' || o.user_id
      AND t.credit_account_id = 'hold:' || o.id
    WHEN 'release' THEN t.debit_account_id = 'hold:' || o.id
      AND t.credit_account_id = 'shopper:' || o.user_id
    WHEN 'order_wallet' THEN t.debit_account_id IN ('hold:' || o.id, 'shopper:' || o.user_id)
      AND t.credit_account_id = 'clearing:' || o.id
    ELSE t.credit_account_id = 'clearing:' || o.id AND EXISTS (
      SELECT 1 FROM payment p WHERE p.id = t.payment_id AND p.order_id = o.id
        AND t.debit_account_id = 'gateway:' || p.gateway) END END, 0);

-- Money that moved for a withdrawal has its withdrawal, with the same amount and a matching state
SELECT t.id FROM transfer t WHERE t.kind IN ('withdrawal', 'withdrawal_paid', 'withdrawal_return')
  AND NOT EXISTS (
  SELECT 1 FROM withdrawal w WHERE w.id = substr(t.id, length(t.kind) + 2)
    AND t.amount_toman = w.amount_toman
    AND t.id = t.kind || ':' || w.id AND CASE t.kind
      WHEN 'withdrawal' THEN t.debit_account_id = 'shopper:' || w.user_id
        AND t.credit_account_id = 'withdrawal:' || w.id
      WHEN 'withdrawal_paid' THEN w.state = 'paid' AND t.debit_account_id = 'withdrawal:' || w.id
        AND t.credit_account_id = 'bank:payouts'
      ELSE w.state IN ('rejected', 'taken_back') AND t.debit_account_id = 'withdrawal:' || w.id
        AND t.credit_account_id = 'shopper:' || w.user_id END);

-- Money that was given back has its refund, with the same amount and a matching state
SELECT t.id FROM transfer t
  WHERE t.kind IN ('refund_wallet', 'refund_gateway', 'refund_paid', 'refund_fallback') AND NOT
  EXISTS (
  SELECT 1 FROM refund f WHERE f.id = substr(t.id, length(t.kind) + 2)
    AND t.id = t.kind || ':' || f.id AND t.order_id = f.order_id
    AND t.amount_toman = iif(t.kind = 'refund_wallet', f.wallet_toman, f.gateway_toman)
    AND iif(t.kind IN ('refund_wallet', 'refund_gateway'),
      t.debit_account_id IN ('clearing:' || f.order_id, 'shop:sales'),
      t.debit_account_id = 'refund:' || f.id
        AND f.state = iif(t.kind = 'refund_paid', 'done', 'fallen_back'))
    AND t.credit_account_id = CASE t.kind
      WHEN 'refund_gateway' THEN 'refund:' || f.id
      WHEN 'refund_paid' THEN 'gateway:' || (SELECT gateway FROM payment
        WHERE order_id = f.order_id)
      ELSE 'shopper:' || f.user_id END);

-- Money that was earned or taken back has its earning, with a matching amount
SELECT t.id FROM transfer t WHERE t.kind IN ('reward', 'referral') AND NOT EXISTS (
  SELECT 1 FROM earning e WHERE e.id = t.id AND e.kind = t.kind
    AND e.state IN ('paid', 'taken_back') AND t.amount_toman = e.amount_toman - e.cancelled_toman
    AND t.debit_account_id = 'shop:sales' AND t.credit_account_id = 'shopper:' || e.user_id)
UNION ALL SELECT t.id FROM transfer t WHERE t.kind = 'take_back' AND NOT EXISTS (
  SELECT 1 FROM earning e JOIN refund f ON f.order_item_id = e.order_item_id
  WHERE t.id IN ('take_back:' || e.id, 'take_back:' || e.id || ':' || f.id)
    AND e.state IN ('paid', 'taken_back') AND t.amount_toman <= e.taken_back_toman
    AND t.debit_account_id = 'shopper:' || e.user_id AND t.credit_account_id = 'shop:sales');

-- A wallet's history sums to its balance
SELECT a.id FROM account a LEFT JOIN (
  SELECT user_id, sum(CASE
    WHEN status = 'failed' OR (type = 'deposit' AND status = 'pending')
      OR cause = 'refund_gateway' THEN 0
    WHEN type IN ('deposit', 'refund') THEN amount_toman ELSE -amount_toman END) AS toman
  FROM wallet_transaction GROUP BY user_id) w ON w.user_id = substr(a.id, 9)
WHERE a.kind = 'shopper' AND a.credits_toman - a.debits_toman <> coalesce(w.toman, 0);

-- The wallet's list says how each top-up ended
SELECT p.id FROM payment p LEFT JOIN wallet_transaction w ON w.id = 'topup:' || p.id
WHERE p.purpose = 'wallet_topup' AND w.status IS NOT CASE
  WHEN p.state = 'paid' THEN 'completed' WHEN p.state IN ('failed', 'expired')
    OR p.reviewed_at IS NOT NULL THEN 'failed' ELSE 'pending' END;

-- Payments ----------------------------------------------------------------------------------------

-- A payment that was taken has exactly one effect in the ledger, any other payment has none
SELECT p.id FROM payment p LEFT JOIN (
  SELECT payment_id, count(*) AS count FROM transfer WHERE debit_account_id GLOB 'gateway:*'
    GROUP BY payment_id) t ON t.payment_id = p.id
WHERE coalesce(t.count, 0) <> (p.state IN ('paid', 'credited'));

-- No authority and no reference of the gateway is used twice
SELECT max(id) AS id FROM payment GROUP BY coalesce(authority, id) HAVING count(*) > 1
UNION ALL SELECT max(id) FROM payment WHERE ref_id IS NOT NULL GROUP BY gateway, ref_id
  HAVING count(*) > 1;

-- A payment that was taken carries the gateway's reference, any other payment has none
SELECT id FROM payment WHERE (state IN ('paid', 'credited')) <> (ref_id IS NOT NULL)
  OR (authority IS NULL AND state IN ('pending', 'paid', 'credited'))
    OR (state IN ('initiating', 'pending')) <> (settled_at IS NULL);

-- A payment and its order have the same person and the same amount, and their states match
SELECT p.id FROM payment p LEFT JOIN orders o ON o.id = p.order_id
WHERE (p.purpose = 'cart_checkout') <> (o.id IS NOT NULL) OR p.user_id <> o.user_id
  OR p.amount_toman <> o.gateway_toman
  OR CASE p.state WHEN 'paid' THEN o.paid_at IS NULL WHEN 'initiating' THEN o.state <> 'awaiting'
    WHEN 'pending' THEN o.state <> 'awaiting'
    ELSE o.state <> 'cancelled' END AND o.id IS NOT NULL;

-- An order that the gateway is to pay has a payment, and no other order has one
SELECT o.id FROM orders o WHERE (o.gateway_toman > 0) <> EXISTS (SELECT 1 FROM payment
  WHERE order_id = o.id)
  OR (o.state = 'awaiting' AND o.gateway_toman = 0);

-- Money comes from and goes to cards of the same shopper
SELECT m.id FROM (SELECT id, user_id, card_id FROM payment UNION ALL SELECT id, user_id, card_id
  FROM withdrawal) m
WHERE NOT EXISTS (SELECT 1 FROM bank_card WHERE id = m.card_id AND user_id = m.user_id);

-- A card named without papers makes one payment, and its order takes and returns no wallet money
SELECT c.id FROM bank_card c LEFT JOIN payment p ON p.id = c.id
LEFT JOIN orders o ON o.id = p.order_id
WHERE c.is_named = 1 AND (p.card_id IS NOT c.id OR o.wallet_toman IS NOT 0 OR p.state = 'credited'
  OR EXISTS (SELECT 1 FROM refund f
    WHERE f.order_id = o.id AND (f.wallet_toman > 0 OR f.state = 'fallen_back')));

-- Orders and codes --------------------------------------------------------------------------------

-- An order's lines sum to its total, no line is below zero or above its list price
SELECT o.id FROM orders o
LEFT JOIN (SELECT order_id, sum(total_toman) AS toman, max(total_toman < 0
  OR total_toman > price_toman * quantity) AS is_wrong
  FROM order_item GROUP BY order_id) i ON i.order_id = o.id
WHERE i.toman IS NOT o.total_toman OR i.is_wrong OR o.total_toman < 0
  OR o.wallet_toman + o.gateway_toman <> o.total_toman
  OR min(o.wallet_toman, o.gateway_toman) < 0;

-- An item knows when its order was made: its `ordered_at` is the `created_at` of the order
SELECT i.id FROM order_item i JOIN orders o ON o.id = i.order_id WHERE i.ordered_at <> o.created_at;

-- A paid order was paid whole, an unpaid one not at all
SELECT o.id FROM orders o
LEFT JOIN (SELECT order_id, sum(amount_toman) AS toman FROM transfer
  WHERE kind IN ('order_wallet', 'order_gateway') GROUP BY order_id) t
  ON t.order_id = o.id
WHERE coalesce(t.toman, 0) <> iif(o.paid_at IS NULL, 0, o.total_toman);

-- An order is paid, awaited (unpaid) or cancelled, and its times match its state
SELECT id FROM orders WHERE (state IN ('paid', 'refunded')) <> (paid_at IS NOT NULL)
  OR (state = 'awaiting') <> (hold_expires_at IS NOT NULL);

-- One cart makes one order
SELECT max(id) AS id FROM orders WHERE paid_at IS NOT NULL GROUP BY user_id, cart_version
  HAVING count(*) > 1;

-- The wallet's part of an order is held exactly while the order awaits its payment
SELECT o.id FROM orders o LEFT JOIN account a ON a.id = 'hold:' || o.id
WHERE coalesce(a.credits_toman - a.debits_toman, 0) <> iif(o.state = 'awaiting', o.wallet_toman, 0);

-- Clearing holds exactly the money paid for undelivered items
SELECT o.id FROM orders o LEFT JOIN account a ON a.id = 'clearing:' || o.id
WHERE coalesce(a.credits_toman - a.debits_toman, 0) <> iif(o.paid_at IS NULL, 0, (
  SELECT sum(iif(delivery_status IN ('delivered', 'cancelled'), 0, total_toman)) FROM order_item
    WHERE order_id = o.id));

-- Nothing is delivered, begun or refunded for an order that was not paid
SELECT i.id FROM order_item i JOIN orders o ON o.id = i.order_id
WHERE o.paid_at IS NULL AND (i.delivery_status <> 'pending' OR i.delivered_at IS NOT NULL
  OR i.waiting_since IS NOT NULL);

-- Everything of a paid order is delivered, refunded, held for a look, or due for delivery
SELECT i.id FROM order_item i JOIN orders o ON o.id = i.order_id
LEFT JOIN supplier_order q ON q.order_item_id = i.id
WHERE (i.waiting_since IS NOT NULL) <> (o.state = 'paid' AND o.look_due_at IS NULL
  AND i.delivery_status IN ('pending', 'processing')
  AND (i.delivery_type = 'manual' OR (q.ref IS NOT NULL AND i.waiting_since IS NOT NULL)))
  OR (o.paid_at IS NOT NULL AND i.delivery_status NOT IN ('delivered', 'cancelled')
    AND i.waiting_since IS NULL AND o.look_due_at IS NULL
    AND coalesce(q.state, 'none') NOT IN ('due', 'asking', 'working'));

-- An order that is held for a look is paid, and none of its items is delivered
SELECT o.id FROM orders o JOIN order_item i ON i.order_id = o.id
WHERE o.look_due_at IS NOT NULL
  AND (o.state <> 'paid' OR i.delivery_status NOT IN ('processing', 'cancelled'));

-- Whatever was delivered is booked as a sale
SELECT i.id FROM order_item i WHERE i.delivery_status = 'delivered' AND i.total_toman > 0
  AND NOT EXISTS (SELECT 1 FROM transfer WHERE id = 'sale:' || i.id);

-- Every item has exactly its codes: their number fits its units, its payment and its delivery
SELECT i.id FROM order_item i JOIN orders o ON o.id = i.order_id
LEFT JOIN (SELECT order_item_id, count(*) AS count FROM code
  WHERE status = 'sold' AND withdrawn_at IS NULL GROUP BY order_item_id) c ON c.order_item_id = i.id
LEFT JOIN (SELECT r.order_item_id, count(*) AS count,
    sum(NOT EXISTS (SELECT 1 FROM code WHERE order_item_id = r.order_item_id
      AND position = r.position AND withdrawn_at IS NULL)) AS shelved
  FROM refunded_unit r GROUP BY r.order_item_id) r ON r.order_item_id = i.id
WHERE coalesce(c.count, 0) <> CASE
  WHEN o.paid_at IS NULL THEN 0
  WHEN i.delivery_status NOT IN ('delivered', 'cancelled')
    THEN iif(i.delivery_type = 'instant', i.quantity - coalesce((SELECT quantity
      FROM supplier_order WHERE order_item_id = i.id), 0), 0)
  WHEN i.delivery_type = 'manual' AND i.delivery_status = 'delivered' THEN i.quantity
  WHEN i.delivery_type = 'manual' AND i.total_toman = 0 THEN coalesce(c.count, 0)
  WHEN i.delivery_type = 'manual' THEN iif(EXISTS (SELECT 1 FROM transfer
    WHERE id = 'sale:' || i.id), i.quantity, 0)
  ELSE i.quantity - coalesce(r.shelved, 0) END;

-- A code that was sold has its place, shared with no other code; refunded unknown codes are on sale
SELECT c.id FROM code c JOIN order_item i ON i.id = c.order_item_id
LEFT JOIN refunded_unit r ON r.order_item_id = i.id AND r.position = c.position
WHERE (c.status = 'sold') <> (c.position IS NOT NULL)
  OR (c.status = 'sold' AND c.position NOT BETWEEN 1 AND i.quantity)
  OR (i.delivery_type = 'instant' AND r.position IS NOT NULL AND c.known_at IS NULL)
UNION ALL SELECT max(id) FROM code WHERE status = 'sold' AND withdrawn_at IS NULL
  GROUP BY order_item_id, position HAVING count(*) > 1;

-- A code that was withdrawn has a replacement that was delivered after it, or its unit was refunded
SELECT c.id FROM code c WHERE c.withdrawn_at IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM code n WHERE n.order_item_id = c.order_item_id AND n.position = c.position
    AND n.id <> c.id AND n.sold_at >= c.withdrawn_at)
  AND NOT EXISTS (SELECT 1 FROM refunded_unit WHERE order_item_id = c.order_item_id
    AND position = c.position);

-- A code counts as read exactly when a reading of it was recorded after it was sold
SELECT c.id FROM code c WHERE c.read_at IS NOT NULL AND (c.read_at < c.sold_at OR NOT EXISTS (
  SELECT 1 FROM content_reading r WHERE r.order_item_id = c.order_item_id
    AND coalesce(r.code_id, c.id) = c.id AND r.read_at = c.read_at))
UNION ALL SELECT r.id FROM content_reading r LEFT JOIN code c ON c.id = r.code_id
WHERE r.code_id IS NOT NULL AND (c.read_at IS NULL OR c.order_item_id IS NOT r.order_item_id);

-- A code counts as known since the first person knew it, and as read since it was first opened
SELECT c.id FROM code c LEFT JOIN code_knower k ON k.code_id = c.id AND k.known_at = c.known_at
LEFT JOIN code_knower o ON o.code_id = c.id AND o.known_at = c.read_at
  AND o.way IN ('buyer', 'email', 'receiver')
WHERE (c.known_at IS NOT NULL AND k.code_id IS NULL)
  OR (c.read_at IS NOT NULL AND o.code_id IS NULL)
UNION ALL SELECT k.code_id FROM code_knower k JOIN code c ON c.id = k.code_id
WHERE c.known_at IS NULL OR (c.read_at IS NULL AND k.way IN ('buyer', 'email', 'receiver'));

-- No code that somebody knows is held for an order, or was sold after they knew it
SELECT k.code_id AS id FROM code_knower k JOIN code c ON c.id = k.code_id
WHERE c.status = 'held' OR (c.status = 'sold' AND k.known_at < c.sold_at);

-- Everybody who opened a code is recorded as its knower, with at most as many openings as they made
SELECT r.id FROM content_reading r WHERE NOT EXISTS (
  SELECT 1 FROM code_knower k JOIN code c ON c.id = k.code_id
  WHERE c.order_item_id = r.order_item_id AND coalesce(r.code_id, c.id) = c.id
    AND k.way = iif(r.channel = 'page', 'buyer', iif(r.channel = 'gift', 'receiver', r.channel))
    AND k.who = coalesce(r.gift_id, r.user_id) AND r.read_at <= k.last_at)
UNION ALL SELECT k.code_id FROM code_knower k JOIN code c ON c.id = k.code_id
WHERE k.way IN ('buyer', 'email', 'receiver') AND k.times > (
  SELECT count(*) FROM content_reading r
  WHERE r.order_item_id = c.order_item_id AND coalesce(r.code_id, c.id) = c.id
    AND k.way = iif(r.channel = 'page', 'buyer', iif(r.channel = 'gift', 'receiver', r.channel))
    AND k.who = coalesce(r.gift_id, r.user_id));

-- An operator knows a code only with a line in the log, and every replacement is recorded
SELECT k.code_id AS id FROM code_knower k JOIN code c ON c.id = k.code_id
WHERE k.way IN ('operator', 'export') AND NOT EXISTS (
  SELECT 1 FROM desk_decision d WHERE d.operator = k.who AND d.created_at = k.known_at
    AND d.subject = iif(k.way = 'operator', 'code', 'code_batch')
    AND d.subject_id = iif(k.way = 'operator', c.id, c.batch_id)
    AND d.verdict = iif(k.way = 'operator', 'revealed', 'exported'))
UNION ALL SELECT d.id FROM desk_decision d WHERE d.subject = 'code' AND d.verdict = 'revealed'
  AND NOT EXISTS (SELECT 1 FROM code_knower
    WHERE code_id = d.subject_id AND way = 'operator' AND who = d.operator)
UNION ALL SELECT c.id FROM code c LEFT JOIN code_knower k
  ON k.code_id = c.id AND k.way = 'replacement'
WHERE c.withdrawn_at IS NOT k.known_at;

-- A code is free, held for an unpaid order or sold to a paid one, and fits its product and batch
SELECT c.id FROM code c LEFT JOIN order_item i ON i.id = c.order_item_id LEFT JOIN orders o
  ON o.id = i.order_id
LEFT JOIN code_batch b ON b.id = c.batch_id
WHERE b.product_id IS NOT c.product_id OR NOT CASE c.status
  WHEN 'free' THEN c.order_item_id IS NULL AND c.held_until IS NULL AND c.sold_at IS NULL
  WHEN 'held' THEN c.product_id IS i.product_id AND o.state IS 'awaiting'
    AND c.held_until IS NOT NULL AND c.sold_at IS NULL
  ELSE c.product_id IS i.product_id AND o.paid_at IS NOT NULL AND c.held_until IS NULL
    AND c.sold_at IS NOT NULL END;

-- No code was imported twice
SELECT max(id) AS id FROM code GROUP BY fingerprint HAVING count(*) > 1;

-- The sums of each batch are equal to those of its codes
SELECT b.id FROM code_batch b LEFT JOIN (
  SELECT c.batch_id, sum(c.status = 'free' AND c.known_at IS NULL) AS free,
    sum(c.status = 'free' AND c.known_at IS NOT NULL) AS gone, sum(c.status = 'held') AS held,
    sum(c.status = 'sold') AS sold,
    sum(c.withdrawn_at IS NOT NULL OR (c.known_at IS NOT NULL AND EXISTS (
      SELECT 1 FROM refunded_unit u JOIN refund f ON f.id = u.refund_id
      WHERE u.order_item_id = c.order_item_id AND u.position = c.position
        AND f.reason = 'operator' AND c.known_at <= f.created_at))) AS bad
  FROM code c GROUP BY c.batch_id) c ON c.batch_id = b.id
WHERE (b.free_count, b.known_count, b.held_count, b.sold_count, b.bad_count)
  <> (coalesce(c.free, 0), coalesce(c.gone, 0), coalesce(c.held, 0), coalesce(c.sold, 0), coalesce(c.bad, 0));

-- The codes of a recalled batch are recalled, and no other codes are
SELECT c.id FROM code c JOIN code_batch b ON b.id = c.batch_id
WHERE c.is_recalled <> (b.recalled_at IS NOT NULL);

-- An import has added the codes of its batch, and keeps its lines until they are added
SELECT i.id FROM code_import i LEFT JOIN code_batch b ON b.id = i.batch_id
LEFT JOIN (SELECT import_id, count(*) AS count FROM code_import_line GROUP BY import_id) l
  ON l.import_id = i.id
WHERE i.added_count <> (SELECT count(*) FROM code WHERE batch_id = i.batch_id)
  OR i.added_count > i.requested_count OR (i.batch_id IS NOT NULL AND b.product_id IS NOT i.product_id)
  OR (i.state = 'open' AND coalesce(l.count, 0) <> i.sent_count)
  OR (i.state = 'added' AND l.count > 0);

-- An awaited order holds no more codes than it has units, and no other order holds codes
SELECT i.id FROM order_item i JOIN orders o ON o.id = i.order_id
LEFT JOIN (SELECT order_item_id, count(*) AS count FROM code WHERE status = 'held'
  GROUP BY order_item_id) c ON c.order_item_id = i.id
WHERE coalesce(c.count, 0) > iif(o.state = 'awaiting', i.quantity, 0) OR (o.state = 'awaiting')
  <> (i.held_until IS NOT NULL);

-- Codes were opened only by their buyer or the receiver of a gift, and only after payment
SELECT r.id FROM content_reading r LEFT JOIN order_item i ON i.id = r.order_item_id LEFT
  JOIN orders o ON o.id = i.order_id
WHERE o.user_id IS NOT r.user_id OR o.paid_at IS NULL OR r.read_at < o.paid_at
  OR i.delivery_status NOT IN ('delivered', 'cancelled');

-- A given code is of its giver's order, and was read when its gift was opened, or not at all
SELECT g.id FROM gift g JOIN code c ON c.id = g.code_id
LEFT JOIN order_item i ON i.id = c.order_item_id LEFT JOIN orders o ON o.id = i.order_id
WHERE g.state <> 'called_back' AND (o.user_id IS NOT g.user_id OR c.read_at IS NOT g.opened_at);

-- An opened gift has its reading, and no other gift has one
SELECT g.id FROM gift g WHERE g.state = 'opened' AND NOT EXISTS (
  SELECT 1 FROM content_reading r WHERE r.gift_id = g.id AND r.code_id = g.code_id
    AND r.read_at = g.opened_at)
UNION ALL SELECT r.id FROM content_reading r LEFT JOIN gift g ON g.id = r.gift_id
WHERE r.channel = 'gift' AND (g.state IS NOT 'opened' OR g.code_id IS NOT r.code_id);

-- Nobody but its opener (the receiver) read the code of a gift while the code was given away
SELECT r.id FROM content_reading r JOIN gift g ON g.code_id = r.code_id
WHERE r.channel <> 'gift' AND r.read_at > g.created_at
  AND (g.called_back_at IS NULL OR r.read_at < g.called_back_at);

-- A profile is waited for only while the buyer's names are missing
SELECT o.id FROM orders o JOIN user u ON u.id = o.user_id
WHERE o.profile_due_at IS NOT NULL AND (o.state <> 'paid' OR (u.first_name <> '' AND u.last_name
  <> ''));

-- Suppliers ---------------------------------------------------------------------------------------

-- Each purchase at a supplier is booked once, at the cost of its codes, and reversed when returned
SELECT q.ref AS id FROM supplier_order q LEFT JOIN transfer b ON b.id = 'purchase:' || q.ref
LEFT JOIN transfer r ON r.id = 'purchase_returned:' || q.ref
WHERE (q.unit_cost_toman IS NOT NULL) <> (b.id IS NOT NULL)
  OR (b.id IS NOT NULL AND (b.amount_toman, b.debit_account_id, b.credit_account_id)
    <> (q.quantity * q.unit_cost_toman, 'shop:purchases', 'supplier:' || q.supplier))
  OR (q.state = 'returned' AND b.id IS NOT NULL) <> (r.id IS NOT NULL)
  OR (r.id IS NOT NULL AND (r.amount_toman, r.debit_account_id, r.credit_account_id)
    <> (b.amount_toman, b.credit_account_id, b.debit_account_id))
UNION ALL SELECT t.id FROM transfer t WHERE (t.kind IN ('purchase', 'purchase_returned')
  OR 'shop:purchases' IN (t.debit_account_id, t.credit_account_id))
  AND NOT EXISTS (SELECT 1 FROM supplier_order WHERE t.id = t.kind || ':' || ref);

-- An order at a supplier that came completely has all its codes, at its cost; the others have none
SELECT q.ref AS id FROM supplier_order q LEFT JOIN supplier_code sc ON sc.ref = q.ref
LEFT JOIN code c ON c.id = sc.code_id LEFT JOIN code_batch b ON b.id = c.batch_id
GROUP BY q.ref HAVING iif(q.state = 'done', count(c.id) < q.quantity, count(sc.code_id) > 0)
  OR max(sc.supplier <> q.supplier OR sc.remote_id <> q.remote_id)
  OR max(c.product_id <> q.product_id OR b.unit_cost_toman <> q.unit_cost_toman);

-- Nothing is ordered for an item that is delivered or cancelled, or whose order is not paid
SELECT q.ref AS id FROM supplier_order q JOIN order_item i ON i.id = q.order_item_id
JOIN orders o ON o.id = i.order_id
WHERE q.quantity > i.quantity OR q.product_id <> i.product_id
  OR (q.state = 'held') <> (o.paid_at IS NULL)
  OR (q.state IN ('due', 'refused') AND i.delivery_status <> 'processing')
  OR (q.state = 'dropped' AND i.delivery_status NOT IN ('delivered', 'cancelled'));

-- The sums of suppliers are equal to those of their orders
SELECT s.name AS id FROM supplier s LEFT JOIN supplier_order q ON q.supplier = s.name
GROUP BY s.name HAVING s.open_toman <> coalesce(sum(q.open_toman), 0)
UNION ALL SELECT coalesce(d.product_id || ' ' || d.day, q.product_id || ' ' || q.day)
FROM supply_day d FULL JOIN (
  SELECT supplier, product_id, day, sum(committed_toman) AS toman FROM supplier_order
  GROUP BY 1, 2, 3
  UNION ALL SELECT supplier, '', day, sum(committed_toman) FROM supplier_order GROUP BY 1, 3) q
  ON (q.supplier, q.product_id, q.day) = (d.supplier, d.product_id, d.day)
WHERE coalesce(d.committed_toman, 0) <> coalesce(q.toman, 0);

-- warning: What is due at suppliers is done in time
SELECT q.ref AS id FROM supplier_order q JOIN order_item i ON i.id = q.order_item_id
JOIN orders o ON o.id = i.order_id
WHERE q.next_attempt_at < (unixepoch() - 900) * 1000 AND o.look_due_at IS NULL
  AND o.profile_due_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM frozen_person WHERE user_id = o.user_id);

-- Refunds -----------------------------------------------------------------------------------------

-- An item is cancelled exactly when all its units are given back, each once
SELECT i.id FROM order_item i LEFT JOIN refunded_unit r ON r.order_item_id = i.id
GROUP BY i.id HAVING (count(r.position) = i.quantity) <> (i.delivery_status = 'cancelled')
  OR max(r.position) > i.quantity
  OR (count(r.position) > 0 AND i.delivery_status NOT IN ('delivered', 'cancelled'));

-- A refund gives back the price of its units, in equal shares, minus what it withholds
SELECT f.id FROM refund f JOIN order_item i ON i.id = f.order_item_id
LEFT JOIN refunded_unit r ON r.refund_id = f.id
GROUP BY f.id HAVING count(r.position) = 0
  OR max(r.order_item_id <> f.order_item_id)
  OR f.wallet_toman + f.gateway_toman + f.withheld_toman <> i.total_toman / i.quantity * count(r.position)
    + iif(max(r.position) = i.quantity, i.total_toman % i.quantity, 0);

-- Refunds withhold no more than the discount on kept items that are now below the minimum purchase
SELECT o.id FROM orders o JOIN (
  SELECT order_id, sum(withheld_toman) AS withheld,
    sum(wallet_toman + gateway_toman + withheld_toman) AS toman
  FROM refund GROUP BY order_id) f ON f.order_id = o.id
JOIN (SELECT order_id, sum(coalesce(sale_price_toman, price_toman) * quantity) AS toman
  FROM order_item GROUP BY order_id) i ON i.order_id = o.id
LEFT JOIN (
  SELECT f.order_id, sum(coalesce(i.sale_price_toman, i.price_toman)) AS toman,
    sum(iif(f.reason = 'shopper', coalesce(i.sale_price_toman, i.price_toman), 0)) AS given_up
  FROM refunded_unit r JOIN refund f ON f.id = r.refund_id
  JOIN order_item i ON i.id = r.order_item_id GROUP BY f.order_id) r ON r.order_id = o.id
WHERE f.withheld NOT BETWEEN 0 AND iif(i.toman - r.given_up < o.min_purchase_toman,
  i.toman - o.total_toman - r.toman + f.toman, 0);

-- A refund belongs to a paid order and to its buyer, and has a time when it is settled
SELECT f.id FROM refund f LEFT JOIN order_item i ON i.id = f.order_item_id LEFT JOIN orders o
  ON o.id = i.order_id
WHERE f.order_id IS NOT o.id OR f.user_id IS NOT o.user_id OR o.paid_at IS NULL
  OR (f.state IN ('done', 'fallen_back')) <> (f.settled_at IS NOT NULL) OR (f.gateway_toman = 0
    AND f.state <> 'done');

-- A refund's money is in the account that the refund's state says
SELECT f.id FROM refund f LEFT JOIN account a ON a.id = 'refund:' || f.id
WHERE coalesce(a.credits_toman - a.debits_toman, 0)
  <> iif(f.state IN ('done', 'fallen_back'), 0, f.gateway_toman)
  OR f.wallet_toman <> coalesce((SELECT amount_toman FROM transfer
    WHERE id = 'refund_wallet:' || f.id), 0)
  OR f.gateway_toman <> coalesce((SELECT amount_toman FROM transfer
    WHERE id = 'refund_gateway:' || f.id), 0)
  OR (f.state = 'done' AND f.gateway_toman > 0) <> EXISTS (SELECT 1 FROM transfer
    WHERE id = 'refund_paid:' || f.id)
  OR (f.state = 'fallen_back') <> EXISTS (SELECT 1 FROM transfer
    WHERE id = 'refund_fallback:' || f.id);

-- No more is given back through the gateway than it took, and in total no more than the order cost
SELECT o.id FROM orders o JOIN (
  SELECT order_id, sum(wallet_toman + gateway_toman) AS toman, sum(iif(state = 'fallen_back', 0,
    gateway_toman)) AS gateway_toman
  FROM refund GROUP BY order_id) f ON f.order_id = o.id
WHERE f.gateway_toman > o.gateway_toman OR f.toman > o.total_toman;

-- An order is refunded exactly when all its items are given back
SELECT o.id FROM orders o WHERE o.paid_at IS NOT NULL
  AND (o.state = 'refunded') = EXISTS (SELECT 1 FROM order_item WHERE order_id = o.id
    AND delivery_status <> 'cancelled');

-- Withdrawals -------------------------------------------------------------------------------------

-- A withdrawal is held once, and paid or returned once
SELECT w.id FROM withdrawal w LEFT JOIN account a ON a.id = 'withdrawal:' || w.id
WHERE coalesce(a.credits_toman - a.debits_toman, 0) <> iif(w.state = 'pending', w.amount_toman, 0)
  OR NOT EXISTS (SELECT 1 FROM transfer WHERE id = 'withdrawal:' || w.id)
  OR (w.state = 'paid') <> EXISTS (SELECT 1 FROM transfer WHERE id = 'withdrawal_paid:' || w.id)
  OR (w.state IN ('rejected', 'taken_back')) <> EXISTS (SELECT 1 FROM transfer
    WHERE id = 'withdrawal_return:' || w.id)
  OR (w.state = 'pending') <> (w.decided_at IS NULL);

-- One operator decided each withdrawal, and the log contains the same decision
SELECT w.id FROM withdrawal w
LEFT JOIN (SELECT subject_id, count(*) AS count, max(verdict) AS verdict FROM desk_decision
  WHERE subject = 'withdrawal' AND verdict IN ('paid', 'rejected') GROUP BY subject_id) d
  ON d.subject_id = w.id
WHERE coalesce(d.count, 0) <> (w.state IN ('paid', 'rejected')) OR d.verdict <> w.state;

-- A bank file locks its withdrawals, and each answer of the bank is booked
SELECT r.withdrawal_id AS id FROM payout_row r JOIN payout p ON p.id = r.payout_id
  JOIN withdrawal w ON w.id = r.withdrawal_id
WHERE iif(r.state = 'sent',
    w.state <> 'pending' OR w.in_hand_of IS NOT p.made_by OR p.state = 'done',
    r.state = 'paid' AND w.state <> 'paid')
UNION ALL SELECT p.id FROM payout p WHERE NOT EXISTS (SELECT 1 FROM payout_row r
  WHERE r.payout_id = p.id AND (p.state = 'done' OR r.state = 'sent'));

-- Figures ----------------------------------------------------------------------------------------

-- Every book holds the sum of its accounts
SELECT coalesce(b.name, a.name) AS id FROM book b FULL JOIN (
  SELECT book AS name, sum(debits_toman) AS debits, sum(credits_toman) AS credits,
    sum(debits_toman <> credits_toman) AS filled FROM account GROUP BY 1
  UNION ALL SELECT 'earning', 0, coalesce(sum(amount_toman - cancelled_toman), 0), count(*)
    FROM earning WHERE state = 'held') a ON a.name = b.name
WHERE coalesce(b.credits_toman - b.debits_toman, 0) <> coalesce(a.credits - a.debits, 0)
  OR coalesce(b.filled, 0) <> coalesce(a.filled, 0);

-- The sums of each day are equal to those of its transfers and orders
SELECT coalesce(b.day || ' ' || b.kind, t.day || ' ' || t.kind) AS id FROM day_book b FULL JOIN (
  SELECT (t.created_at + 12600000) / 86400000 AS day, t.kind, d.book AS debit_book,
    c.book AS credit_book, count(*) AS transfers, sum(t.amount_toman) AS toman
  FROM transfer t JOIN account d ON d.id = t.debit_account_id
  JOIN account c ON c.id = t.credit_account_id GROUP BY 1, 2, 3, 4) t
  ON (b.day, b.kind, b.debit_book, b.credit_book) = (t.day, t.kind, t.debit_book, t.credit_book)
WHERE (b.transfers, b.toman) IS NOT (t.transfers, t.toman)
UNION ALL SELECT coalesce(s.day, o.day) || ' orders' FROM day_sum s FULL JOIN (
  SELECT (paid_at + 12600000) / 86400000 AS day, count(*) AS orders FROM orders
  WHERE paid_at IS NOT NULL GROUP BY 1) o ON o.day = s.day
WHERE coalesce(s.orders, 0) <> coalesce(o.orders, 0)
UNION ALL SELECT s.day || ' cost' FROM day_sum s LEFT JOIN (
  SELECT day, sum(cost_toman) AS cost FROM product_day GROUP BY day) p ON p.day = s.day
WHERE s.cost_toman <> coalesce(p.cost, 0)
UNION ALL SELECT coalesce(s.day, p.day) || ' payments' FROM day_sum s FULL JOIN (
  SELECT (settled_at + 12600000) / 86400000 AS day, count(*) AS taken FROM payment
  WHERE state IN ('paid', 'credited') GROUP BY 1) p ON p.day = s.day
WHERE coalesce(s.payments_taken, 0) <> coalesce(p.taken, 0);

-- The sums of each product are equal to those of its sales, codes and refunds
SELECT coalesce(p.day || ' ' || p.product_id, t.day || ' ' || t.product_id) AS id
FROM product_day p FULL JOIN (
  SELECT day, product_id, sum(sales_toman) AS sales, sum(refunds_toman) AS refunds,
    sum(earnings_toman) AS earnings FROM product_transfer GROUP BY 1, 2) t
  ON (p.day, p.product_id) = (t.day, t.product_id)
WHERE (coalesce(p.sales_toman, 0), coalesce(p.refunds_toman, 0), coalesce(p.earnings_toman, 0))
  <> (coalesce(t.sales, 0), coalesce(t.refunds, 0), coalesce(t.earnings, 0))
UNION ALL SELECT coalesce(p.product_id, c.product_id) FROM (
  SELECT product_id, sum(cost_toman) AS cost FROM product_day GROUP BY 1) p FULL JOIN (
  SELECT c.product_id, sum(b.unit_cost_toman) AS cost FROM code c
  JOIN code_batch b ON b.id = c.batch_id JOIN order_item i ON i.id = c.order_item_id
  WHERE c.status = 'sold' AND i.delivery_status IN ('delivered', 'cancelled') GROUP BY 1) c
  ON c.product_id = p.product_id
WHERE coalesce(p.cost, 0) <> coalesce(c.cost, 0)
UNION ALL SELECT coalesce(p.product_id, i.product_id) FROM (
  SELECT product_id, sum(units) AS units FROM product_day GROUP BY 1) p FULL JOIN (
  SELECT i.product_id, sum(i.quantity - (SELECT count(*) FROM refunded_unit
    WHERE order_item_id = i.id)) AS units FROM order_item i
  WHERE i.delivery_status = 'delivered' GROUP BY 1) i ON i.product_id = p.product_id
WHERE coalesce(p.units, 0) <> coalesce(i.units, 0);

-- Promises count as ended once for each decision that ended one, and looks also at their deadline
SELECT coalesce(p.day || ' ' || p.kind, e.day || ' ' || e.kind) AS id
FROM day_promise p FULL JOIN (
  SELECT day, kind, count(*) AS ended FROM ended_promise GROUP BY 1, 2) e
  ON (p.day, p.kind) = (e.day, e.kind)
WHERE p.kept > p.ended OR iif(coalesce(p.kind, e.kind) = 'look',
  coalesce(p.ended, 0) < coalesce(e.ended, 0), p.ended IS NOT e.ended);

-- A closed day has the same figures as the sums of its day
SELECT c.day AS id FROM closing c WHERE (c.taken_toman, c.returned_toman) <> (
  SELECT coalesce(sum(iif(debit_book GLOB 'gateway:*', toman, 0)), 0),
    coalesce(sum(iif(credit_book GLOB 'gateway:*', toman, 0)), 0)
  FROM day_book WHERE day = c.day)
  OR c.difference_toman <> c.gateway_toman - c.taken_toman + c.returned_toman;

-- Discount codes, cashback and invitations --------------------------------------------------------

-- A discount code is noted as used by exactly the orders that used it
SELECT o.id FROM orders o LEFT JOIN discount_use u ON u.order_id = o.id
WHERE (o.discount_code_id IS NOT NULL AND o.state <> 'cancelled') <> (u.order_id IS NOT NULL)
  OR u.discount_code_id <> o.discount_code_id OR u.user_id <> o.user_id;

-- No discount code was used more than allowed, in total or by one person, or by a non-owner
SELECT d.id FROM discount_code d JOIN discount_use u ON u.discount_code_id = d.id JOIN orders o
  ON o.id = u.order_id
WHERE o.paid_at IS NOT NULL GROUP BY d.id, u.user_id
HAVING sum(u.returned_at IS NULL) > d.uses_per_user_max OR u.user_id <> d.owner_id OR d.uses_max < (
  SELECT count(*) FROM discount_use n JOIN orders p ON p.id = n.order_id
    WHERE n.discount_code_id = d.id AND p.paid_at IS NOT NULL AND n.returned_at IS NULL);

-- Of the orders of a person with one discount code, one returns the use if any was refunded unread
SELECT max(u.order_id) AS id FROM discount_use u JOIN orders o ON o.id = u.order_id
LEFT JOIN (
  SELECT i.order_id FROM order_item i JOIN code c ON c.order_item_id = i.id
  WHERE c.read_at IS NOT NULL GROUP BY i.order_id) r ON r.order_id = o.id
GROUP BY u.discount_code_id, u.user_id
HAVING sum(u.returned_at IS NOT NULL) <> max(o.state = 'refunded' AND r.order_id IS NULL)
  OR max(u.returned_at IS NOT NULL AND (o.state <> 'refunded' OR r.order_id IS NOT NULL));

-- The sums of each discount code are equal to what it took off the units that were bought and kept
SELECT d.id FROM discount_code d LEFT JOIN (
  SELECT t.discount_code_id, sum(u.returned_at IS NULL) AS uses, sum(t.toman) AS toman
  FROM discount_of_order t JOIN discount_use u ON u.order_id = t.order_id
  WHERE t.paid_at IS NOT NULL GROUP BY t.discount_code_id) o ON o.discount_code_id = d.id
LEFT JOIN (
  SELECT discount_code_id, sum(toman) AS toman FROM discount_of_unit
  GROUP BY discount_code_id) r ON r.discount_code_id = d.id
LEFT JOIN (
  SELECT u.discount_code_id, sum(f.withheld_toman) AS toman FROM discount_use u
  JOIN refund f ON f.order_id = u.order_id GROUP BY u.discount_code_id) w
  ON w.discount_code_id = d.id
WHERE d.uses_paid <> coalesce(o.uses, 0)
  OR d.given_toman <> coalesce(o.toman, 0) - coalesce(r.toman, 0) - coalesce(w.toman, 0);

-- A series of discount codes has as many codes as were made
SELECT s.id FROM discount_series s
WHERE s.count <> (SELECT count(*) FROM discount_code WHERE series_id = s.id);

-- An earning is booked with the paid amount, and is held or paid only for a delivered item
SELECT e.id FROM earning e LEFT JOIN order_item i ON i.id = e.order_item_id
WHERE coalesce((SELECT amount_toman FROM transfer WHERE id = e.id), 0)
  <> iif(e.state IN ('paid', 'taken_back'), e.amount_toman - e.cancelled_toman, 0)
  OR coalesce((SELECT sum(amount_toman) FROM transfer WHERE id = 'take_back:' || e.id
    OR (id > 'take_back:' || e.id || ':' AND id < 'take_back:' || e.id || ':~')), 0) <> e.taken_back_toman
  OR ((e.state IN ('held', 'paid')) <> (i.delivery_status IS 'delivered')
    AND NOT (e.state = 'cancelled' AND e.kind = 'referral'))
  OR (e.state = 'held') <> (e.settled_at IS NULL) OR (e.taken_back_toman > 0 AND e.state
    NOT IN ('paid', 'taken_back'));

-- An earning loses the share of refunded units, as far as its owner's balance allows
SELECT id FROM (
  SELECT e.id, e.state, e.cancelled_toman, e.taken_back_toman,
    e.amount_toman / i.quantity * count(r.position)
      + iif(max(r.position) = i.quantity, e.amount_toman % i.quantity, 0) AS lost
  FROM earning e JOIN order_item i ON i.id = e.order_item_id
  LEFT JOIN refunded_unit r ON r.order_item_id = i.id
  WHERE e.state IN ('held', 'paid') GROUP BY e.id)
WHERE iif(state = 'held', cancelled_toman <> coalesce(lost, 0),
  cancelled_toman + taken_back_toman > coalesce(lost, 0));

-- A purchase earns its buyer's cashback and its buyer's inviter's share, once each
SELECT e.id FROM earning e LEFT JOIN order_item i ON i.id = e.order_item_id LEFT JOIN orders o
  ON o.id = i.order_id
LEFT JOIN user u ON u.id = e.buyer_id
WHERE o.user_id IS NOT e.buyer_id
  OR e.user_id IS NOT iif(e.kind = 'reward', e.buyer_id, u.inviter_id)
  OR e.id <> e.kind || ':' || e.order_item_id
  OR iif(e.kind = 'reward', e.amount_toman
    <> min(i.reward_toman * i.quantity, i.total_toman), e.amount_toman NOT BETWEEN 1 AND i.total_toman);

-- Nobody was invited by themselves, directly or through others
WITH RECURSIVE chain (id, above) AS (
  SELECT id, inviter_id FROM user WHERE inviter_id IS NOT NULL
  UNION SELECT chain.id, u.inviter_id FROM chain JOIN user u ON u.id = chain.above
    WHERE u.inviter_id IS NOT NULL AND chain.above <> chain.id)
SELECT id FROM chain WHERE above = id;

-- People and what they send -----------------------------------------------------------------------

-- A session is a shopper's and lasts thirty-one days at most
SELECT coalesce(user_id, 'nobody') AS id FROM session
WHERE NOT EXISTS (SELECT 1 FROM user WHERE id = session.user_id)
  OR expires_at - created_at > 31 * 86400000;

-- No sign-in code was tried more than five times, or used without being tried
SELECT id FROM sign_in_code WHERE tries NOT BETWEEN 0 AND 5 OR (used_at IS NOT NULL AND tries = 0);

-- Every picture was sent by the person who uses it
SELECT r.id FROM (
  SELECT id, user_id, upload_id FROM bank_card UNION ALL SELECT id, user_id, upload_id
    FROM identity_request
  UNION ALL SELECT id, user_id, upload_id FROM ticket
  UNION ALL SELECT m.id, t.user_id, m.upload_id FROM ticket_message m JOIN ticket t
    ON t.id = m.ticket_id) r
WHERE r.upload_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM upload WHERE id = r.upload_id
  AND user_id = r.user_id);

-- Every picture has the end (time of deletion) that follows from its uses
SELECT u.id FROM upload u JOIN image_end e ON e.id = u.id WHERE u.delete_at IS NOT 0
  AND u.delete_at IS NOT e.delete_at;

-- Tickets and ratings are about what their writer has bought
SELECT r.id FROM (
  SELECT id, user_id, order_item_id, NULL AS product_id FROM ticket WHERE order_item_id IS NOT NULL
  UNION ALL SELECT id, user_id, order_item_id, product_id FROM rating) r
LEFT JOIN order_item i ON i.id = r.order_item_id LEFT JOIN orders o ON o.id = i.order_id
WHERE o.user_id IS NOT r.user_id OR o.paid_at IS NULL OR r.product_id <> i.product_id;

-- A ticket names codes of its item, and a code is in at most one open ticket
SELECT k.code_id AS id FROM ticket_code k JOIN ticket t ON t.id = k.ticket_id
JOIN code c ON c.id = k.code_id
WHERE (k.is_open = 1) <> (t.status <> 'Closed') OR c.order_item_id IS NOT t.order_item_id
UNION ALL SELECT code_id FROM ticket_code WHERE is_open = 1 GROUP BY code_id HAVING count(*) > 1;

-- An item is rated once, and a product's stars are the sum of its ratings
SELECT max(id) AS id FROM rating GROUP BY order_item_id HAVING count(*) > 1
UNION ALL SELECT p.id FROM product p
LEFT JOIN (SELECT product_id, count(*) AS count, sum(stars) AS stars FROM rating WHERE is_canned = 0
  GROUP BY product_id) r ON r.product_id = p.id
WHERE p.rating_count <> coalesce(r.count, 0) OR p.rating_stars <> coalesce(r.stars, 0);

-- A verified card or identity belongs to one person, and each person has at most one default card
SELECT max(id) AS id FROM bank_card WHERE deleted_at IS NULL AND status = 'verified'
  GROUP BY number_fingerprint HAVING count(*) > 1
UNION ALL SELECT max(id) FROM identity_request WHERE status = 'verified'
  GROUP BY card_number_fingerprint HAVING count(*) > 1
UNION ALL SELECT max(id) FROM identity_request WHERE status <> 'rejected' GROUP BY user_id
  HAVING count(*) > 1
UNION ALL SELECT max(id) FROM bank_card WHERE is_default = 1 AND deleted_at IS NULL GROUP BY user_id
  HAVING count(*) > 1;

-- An inquiry goes on only for a pending request or card, and the log contains each approval
SELECT i.id FROM inquiry i JOIN (
  SELECT id, 'identity_request' AS subject, user_id, status = 'pending' AS is_waiting
    FROM identity_request
  UNION ALL SELECT id, 'bank_card', user_id, status = 'pending' AND deleted_at IS NULL FROM bank_card
) asked ON asked.id = coalesce(i.request_id, i.card_id)
  AND asked.subject = iif(i.card_id IS NULL, 'identity_request', 'bank_card')
WHERE i.user_id <> asked.user_id OR (i.state = 'due' AND asked.is_waiting = 0)
  OR (i.state = 'approved' AND NOT EXISTS (SELECT 1 FROM desk_decision d
    WHERE d.subject = asked.subject AND d.subject_id = asked.id AND d.verdict = 'verified'
      AND d.operator = 'inquiry:' || i.provider));

-- The figures that a shopper sees are equal to the rows that they count
SELECT u.id FROM user u
LEFT JOIN (SELECT user_id, count(*) AS orders, sum(state = 'paid') AS purchases FROM orders
  WHERE paid_at IS NOT NULL GROUP BY user_id) o
  ON o.user_id = u.id
LEFT JOIN (SELECT user_id, count(*) AS count FROM ticket GROUP BY user_id) t ON t.user_id = u.id
LEFT JOIN (SELECT inviter_id, count(*) AS count, sum(purchases_count) AS purchases FROM user
  GROUP BY inviter_id) i ON i.inviter_id = u.id
LEFT JOIN (SELECT user_id, sum(iif(state = 'held', amount_toman - cancelled_toman, 0)) AS pending,
  sum(iif(state IN ('paid', 'taken_back'), amount_toman - cancelled_toman - taken_back_toman, 0))
    AS income
  FROM earning WHERE kind = 'referral' GROUP BY user_id) e ON e.user_id = u.id
LEFT JOIN (SELECT buyer_id, sum(iif(state IN ('paid', 'taken_back'),
  amount_toman - cancelled_toman - taken_back_toman, 0)) AS income
  FROM earning WHERE kind = 'referral' GROUP BY buyer_id) b ON b.buyer_id = u.id
WHERE u.orders_count <> coalesce(o.orders, 0) OR u.purchases_count <> coalesce(o.purchases, 0)
  OR u.tickets_count <> coalesce(t.count, 0)
  OR u.invitees_count <> coalesce(i.count, 0) OR u.invitees_purchases_count
    <> coalesce(i.purchases, 0)
  OR u.referral_pending_toman <> coalesce(e.pending, 0) OR u.referral_income_toman
    <> coalesce(e.income, 0)
  OR u.income_for_inviter_toman <> coalesce(b.income, 0);

-- No question is kept twice: a user's idempotency key is in at most one row of a table
SELECT max(id) AS id FROM orders WHERE idempotency_key IS NOT NULL GROUP BY user_id, idempotency_key
  HAVING count(*) > 1
UNION ALL SELECT max(id) FROM payment WHERE idempotency_key IS NOT NULL
  GROUP BY user_id, idempotency_key HAVING count(*) > 1
UNION ALL SELECT max(id) FROM withdrawal WHERE idempotency_key IS NOT NULL
  GROUP BY user_id, idempotency_key HAVING count(*) > 1
UNION ALL SELECT max(id) FROM ticket WHERE idempotency_key IS NOT NULL
  GROUP BY user_id, idempotency_key HAVING count(*) > 1;

-- A product costs what the newest row of its price history says, and no row is missing before it
SELECT p.id FROM product p LEFT JOIN price_change c ON c.product_id = p.id AND c.number = (
  SELECT count(*) FROM price_change WHERE product_id = p.id)
WHERE (p.price_toman, p.sale_price_toman, p.reward_toman)
    IS NOT (c.price_toman, c.sale_price_toman, c.reward_toman)
  OR c.number IS NOT (SELECT max(number) FROM price_change WHERE product_id = p.id);

-- Nothing that an operator hid is on sale
SELECT p.id FROM product p JOIN subcategory s ON s.id = p.subcategory_id
JOIN category c ON c.type = s.type
WHERE p.is_active = 1 AND 0 IN (p.is_shown, s.is_shown, c.is_shown);

-- A message that was sent has no next attempt
SELECT id FROM outbox WHERE sent_at IS NOT NULL AND next_attempt_at IS NOT NULL;

-- Nothing says who somebody was after they were forgotten, and their wallet is empty
SELECT id FROM user u WHERE forgotten_at IS NOT NULL AND (
  first_name <> '' OR last_name <> '' OR email <> '' OR is_email_verified = 1 OR EXISTS (SELECT 1
    FROM session WHERE user_id = u.id)
  OR EXISTS (SELECT 1 FROM outbox WHERE user_id = u.id) OR EXISTS (SELECT 1 FROM bank_card
    WHERE user_id = u.id AND number_sealed <> '')
  OR EXISTS (SELECT 1 FROM identity_request WHERE user_id = u.id AND card_number_sealed <> '')
  OR EXISTS (SELECT 1 FROM account WHERE id = 'shopper:' || u.id AND credits_toman
    <> debits_toman));

-- Every replacement and export of codes is booked as given away
SELECT d.id FROM desk_decision d
WHERE d.verdict IN ('code_replaced', 'exported') AND d.subject IN ('order_item', 'code_batch')
  AND d.created_at >= (SELECT min(given_at) FROM given_away)
  AND NOT EXISTS (SELECT 1 FROM given_away g
    WHERE g.operator = d.operator AND g.subject_id = d.subject_id AND g.given_at = d.created_at
      AND g.way = iif(d.verdict = 'exported', 'export', 'replacement'));

-- The database itself -----------------------------------------------------------------------------

-- Nothing refers to a row that does not exist
SELECT "table" || ' ' || coalesce(rowid, '') AS id FROM pragma_foreign_key_check;

-- Each table is checked alone, because D1 refuses a check of all tables at once as too large.
-- The database is whole, and its rows satisfy the constraints of their tables
SELECT q.quick_check AS id FROM sqlite_master m JOIN pragma_quick_check(m.name) q
WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%' AND m.name NOT GLOB '_cf_*'
  AND q.quick_check <> 'ok';

-- Things that wait too long -----------------------------------------------------------------------

-- warning: Every open payment is checked when it is due
SELECT id FROM payment WHERE next_check_at < (unixepoch() - 600) * 1000 OR (next_check_at IS NULL
  AND state IN ('initiating', 'pending'));

-- warning: Lapsed holds are released
SELECT id FROM orders WHERE state = 'awaiting' AND hold_expires_at < (unixepoch() - 600) * 1000;

-- warning: Orders held for a look are decided, or refunded soon after their deadline
SELECT id FROM orders WHERE look_due_at < (unixepoch() - 600) * 1000;

-- warning: Refunds are on their way, and none needs a person
SELECT id FROM refund WHERE state = 'review' OR next_attempt_at < (unixepoch() - 600) * 1000
  OR (next_attempt_at IS NULL AND state IN ('due', 'asking', 'sent'));

-- warning: No payment waits for a person to review it
SELECT id FROM payment WHERE state = 'review' AND reviewed_at IS NULL;

-- warning: Messages are sent when they are due
SELECT id FROM outbox WHERE next_attempt_at < (unixepoch() - 600) * 1000;

-- warning: Pictures are removed when they are due for deletion
SELECT id FROM upload WHERE delete_at BETWEEN 1 AND (unixepoch() - 86400) * 1000;

-- warning: Everything sealed can be opened
SELECT place || ' ' || row_id AS id FROM unopenable_seal;

-- warning: Nothing was sold below its cost in the last thirty days
SELECT i.id FROM order_item i JOIN orders o ON o.id = i.order_id JOIN code c ON c.order_item_id = i.id
JOIN code_batch b ON b.id = c.batch_id
WHERE o.paid_at > (unixepoch() - 30 * 86400) * 1000 AND i.delivery_status = 'delivered'
  AND c.status = 'sold' AND c.withdrawn_at IS NULL
GROUP BY i.id HAVING i.total_toman < sum(b.unit_cost_toman);

-- warning: The gateway has no money for payments that the shop does not know
SELECT authority AS id FROM stray_payment WHERE payment_id IS NULL
  AND last_seen_at > (unixepoch() - 86400) * 1000;
