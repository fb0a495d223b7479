import { haveSameLetters } from "../../../persian/names.ts";
import { OLDEST } from "../../base/page.ts";
import {
  type DeskNameRequestRow,
  findNameRequest,
  findPendingNameRequests,
} from "../../people/name-request/decide-statements.ts";
import { promiseOf } from "../promise/promises.ts";
import { frozenCheck, nameOf } from "./papers.ts";
import { fact, good, source, warning } from "./source.ts";

/** Things in the queue about requests for another name than the proven one. */

export const nameRequests = source<DeskNameRequestRow>(
  {
    kinds: ["name_request"],
    findWaiting: (db, limit) => findPendingNameRequests(db, OLDEST, limit),
    findOne: findNameRequest,
  },
  (row) => ({
    kind: "name_request",
    id: row.id,
    person: row,
    amountToman: null,
    promised: row.status === "pending" ? promiseOf("name_request", row.created_at) : null,
    inHandOf: null,
    subject: { subject: "name_request", subjectId: row.id },
    summarize: () => `نام تازه: ${askedName(row)}`,
  }),
  (row, { about }) => ({
    facts: [
      fact("نام اکنون", nameOf(row)),
      fact("نام تازه", askedName(row)),
      fact("نام روی کارت تأییدشده", row.proven_owner ?? "ندارد"),
      fact("دلیل شخص", row.reason),
    ],
    checks: [
      ...frozenCheck(about),
      row.proven_owner !== null && haveSameLetters(askedName(row), row.proven_owner)
        ? good("نام تازه همان نام کارت تأییدشده است")
        : warning("نام تازه با نام کارت تأییدشده یکی نیست"),
    ],
    mustTick: ["دلیل شخص با مدرکی که فرستاده می‌خواند"],
    consequence: `با تأیید، نام حساب «${askedName(row)}» می‌شود و پیامک می‌رود. نام کارت تأییدشده همان می‌ماند.`,
    reasons: ["دلیل کافی نیست", "سندی برای نام تازه نیست", "نام تازه از شخص دیگری است"],
    needsReason: true,
  }),
);

const askedName = (row: DeskNameRequestRow) => `${row.asked_first_name} ${row.asked_last_name}`;
