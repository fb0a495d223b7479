import { type Plant, plant } from "./plant.ts";

const newImport = (values: string) =>
  `INSERT INTO code_import (id, product_id, operator, file_name, header_rows, line_count, shapes,
     created_at, takes, state, batch_id, added_count, requested_count, sent_count)
   SELECT 'planted', product_id, 'local', 'a.csv', 0, 1, '[]', 1, '[]', ${values}
   FROM code_batch LIMIT 1`;

/** Errors in the sums that triggers maintain. */
export const figurePlants: Record<string, Plant[]> = {
  "Every book holds": [
    plant("UPDATE book SET credits_toman = credits_toman + 1 WHERE name = 'shopper'"),
    plant("UPDATE book SET filled = filled - 1 WHERE name = 'earning'"),
    plant("DELETE FROM book WHERE name = 'clearing'"),
  ],
  "The sums of each day": [
    plant("UPDATE day_book SET toman = toman + 1 WHERE kind = 'sale'"),
    plant("DELETE FROM day_book WHERE kind = 'topup'"),
    plant("INSERT INTO day_book VALUES (1, 'sale', 'clearing', 'shop:sales', 1, 5)"),
    plant("UPDATE day_sum SET orders = orders + 1"),
    plant("UPDATE day_sum SET payments_taken = payments_taken - 1"),
    plant("UPDATE day_sum SET cost_toman = cost_toman + 1"),
  ],
  "The sums of each product": [
    plant("UPDATE product_day SET sales_toman = sales_toman + 1"),
    plant("UPDATE product_day SET earnings_toman = earnings_toman + 1 WHERE earnings_toman > 0"),
    plant("UPDATE product_day SET units = units - 1"),
    plant("UPDATE product_day SET cost_toman = cost_toman + 1"),
  ],
  "The sums of each batch": [
    plant("UPDATE code_batch SET free_count = free_count + 1 WHERE id GLOB 'seed-*'"),
    plant("UPDATE code_batch SET sold_count = sold_count - 1 WHERE sold_count > 0"),
    plant("UPDATE code_batch SET bad_count = bad_count + 1 WHERE bad_count > 0"),
  ],
  "The codes of a recalled batch": [
    plant("UPDATE code SET is_recalled = 1 WHERE status = 'free'"),
    plant("UPDATE code_batch SET recalled_at = 1 WHERE free_count > 0"),
  ],
  "An import has added": [
    plant(newImport("'added', (SELECT id FROM code_batch WHERE free_count > 0 LIMIT 1), 1, 1, 1")),
    plant(newImport("'open', NULL, 0, 0, 1")),
    plant("UPDATE code_import SET added_count = added_count - 1 WHERE state = 'added'"),
    plant("UPDATE code_import SET requested_count = added_count - 1 WHERE state = 'added'"),
    plant("DELETE FROM code_import_line"),
    plant("UPDATE code_import SET product_id = 'other' WHERE state = 'added'"),
    plant(`UPDATE code_import_line SET import_id = (
      SELECT id FROM code_import WHERE state = 'added' LIMIT 1)`),
  ],
  "The sums of each discount code": [
    plant("UPDATE discount_code SET uses_paid = uses_paid + 1 WHERE id = 'seed-discount'"),
    plant("UPDATE discount_code SET given_toman = given_toman - 1 WHERE id = 'seed-discount'"),
  ],
  "A series of discount codes": [
    plant("INSERT INTO discount_series VALUES ('short', 'P', 2, 'local', NULL, '', 1)"),
  ],
  "Promises count": [
    plant("UPDATE day_promise SET ended = ended + 1"),
    plant("UPDATE day_promise SET kept = ended + 1"),
  ],
  "A closed day": [
    plant(`INSERT INTO closing (day, taken_toman, returned_toman, gateway_toman, difference_toman,
        report, closed_by, closed_at)
      SELECT max(day), 1, 0, 1, 0, '{}', 'operator', 9000000000000 FROM day_book`),
  ],
};
