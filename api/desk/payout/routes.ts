import { Hono } from "hono";
import {
  type Payout,
  type PayoutRow,
  listPayouts,
  makePayout as makePayoutCall,
  payoutRefusals,
  previewPayout,
  readPayoutAnswer,
  settlePayout,
} from "../../../contract/desk/payout.ts";
import { refusals } from "../../../contract/endpoint.ts";
import { maskCardNumber, maskIban } from "../../../persian/identifiers.ts";
import { readTogether, readFirst } from "../../base/batch.ts";
import { type Shop, body, query, refuse } from "../../base/context.ts";
import { noteView } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { NEWEST, readPage } from "../../base/page.ts";
import { showPerson } from "../../base/person.ts";
import { findOpenProposal } from "../proposal/statements.ts";
import { nextCycle } from "./cycles.ts";
import { formats } from "./formats/all.ts";
import { RIAL_PER_TOMAN, numberOfFile, trackingOf } from "./formats/format.ts";
import { makePayout, openDestination, payerOf, planPayout, writeAgain } from "./make.ts";
import { readAnswer } from "./read-answer.ts";
import { settleRow } from "./settle.ts";
import * as statements from "./statements.ts";
import { toIso, toIsoOrNull } from "../../base/time.ts";

/** Bank files. Section 10.19. */
export const deskPayouts = new Hono<OperatorEnv>();

deskPayouts.get("/", query(listPayouts.query), async (c) => {
  const { settings, now } = c.var.shop;
  const { page, nextCursor } = await readPage(
    c.var,
    statements.findPayouts,
    ({ made_at: at, id }) => ({ at, id }),
    NEWEST,
  );
  const cycleAt = nextCycle(settings.PAYA_CYCLES, now());
  return c.json({ payouts: page.map(showPayout), nextCursor, nextCycleAt: toIsoOrNull(cycleAt) });
});

deskPayouts.post("/preview", body(previewPayout.body), async (c) => {
  const { shop, operator, body: requested } = c.var;
  const moment = shop.now();
  const format = formats[requested.format];
  if (format.needsPayer && !payerOf(shop)) return refuse(c, payoutRefusals.payerUnknown);
  const { planned, needsSecond } = await planPayout(shop, requested, operator.name, moment);
  await noteView({ db: shop.db, operator, moment }, "list", previewPayout.path).run();
  const total = planned.reduce(
    (sum, { row, refusal }) => sum + (refusal ? 0 : (row?.amount_toman ?? 0)),
    0,
  );
  return c.json({
    rows: planned.map(({ withdrawalId, row, file, refusal }) => ({
      withdrawalId,
      amount: row?.amount_toman ?? 0,
      owner: refusal ? "" : (file?.owner ?? ""),
      to: file ? maskPlace(format.destination(file)) : "",
      refusal: refusal && { code: refusal.code, message: refusal.message },
    })),
    total,
    totalRial: total * RIAL_PER_TOMAN,
    needsSecond,
  });
});

deskPayouts.post("/", body(makePayoutCall.body), async (c) => {
  const { shop, operator, body: requested } = c.var;
  const made = await makePayout(shop, requested, operator);
  if ("refusal" in made) return refuse(c, made.refusal);
  const file = await readFirst(statements.findPayout(shop.db, made.id));
  if (!file) throw new Error("A bank file that was just made is not there");
  return c.json({
    message: made.proposalId
      ? "پرونده ساخته شد و پس از تأیید نفر دوم می‌تواند به بانک برود."
      : "پرونده ساخته شد. آن را به بانک بدهید و پاسخش را همین‌جا بنویسید.",
    payout: showPayout(file),
    proposalId: made.proposalId,
  });
});

deskPayouts.get("/:id", async (c) => {
  const { shop, operator } = c.var;
  const found = await find(shop, c.req.param("id"));
  if (!found) return refuse(c, refusals.notFound);
  const { file, rows } = found;
  const moment = shop.now();
  await noteView({ db: shop.db, operator, moment }, "payout", file.id).run();
  const proposal =
    file.state === "waiting"
      ? await readFirst(
          findOpenProposal(shop.db, { action: statements.PAYOUT_FILE, subjectId: file.id }, moment),
        )
      : null;
  return c.json({
    payout: showPayout(file),
    rows: await Promise.all(rows.map((row) => showRow(shop, file, row))),
    proposalId: proposal?.id ?? null,
  });
});

deskPayouts.get("/:id/file", async (c) => {
  const { shop, operator } = c.var;
  const found = await find(shop, c.req.param("id"));
  if (!found) return refuse(c, refusals.notFound);
  const { file, rows } = found;
  if (file.state === "waiting" || file.open_count + file.paid_count === 0)
    return refuse(c, payoutRefusals.waits);
  const opened = await Promise.all(
    rows.map(async (row) => ({
      row: { ...row, is_asked: 0, person_toman: 0 },
      file: await openDestination(shop, row),
    })),
  );
  const payer = payerOf(shop);
  if (formats[file.format].needsPayer && !payer) return refuse(c, payoutRefusals.changed);
  const head = { format: file.format, number: file.number, madeAt: file.made_at, payer };
  const written = await writeAgain(shop, head, opened, file.fingerprint);
  if (!written) return refuse(c, payoutRefusals.changed);
  await noteView({ db: shop.db, operator, moment: shop.now() }, "payout", file.id).run();
  return c.json(written);
});

deskPayouts.post("/:id/answer", body(readPayoutAnswer.body), async (c) => {
  const { shop, operator } = c.var;
  const found = await find(shop, c.req.param("id"));
  if (!found) return refuse(c, refusals.notFound);
  const { file, rows } = found;
  const number = numberOfFile(file.number);
  const known = await Promise.all(
    rows.map(async (row) => {
      const place = await openDestination(shop, row);
      return {
        withdrawalId: row.id,
        tracking: trackingOf(number, row.position),
        amountRial: row.amount_toman * RIAL_PER_TOMAN,
        cardNumber: place?.cardNumber ?? "",
        iban: place?.iban ?? "",
        owner: place?.owner ?? "",
        isOpen: row.row_state === "sent",
      };
    }),
  );
  await noteView({ db: shop.db, operator, moment: shop.now() }, "payout", file.id).run();
  const lines = readAnswer(c.var.body.text, known);
  const answered = new Set(lines.map(({ withdrawalId }) => withdrawalId));
  const missing = known.flatMap(({ withdrawalId, isOpen }) =>
    isOpen && !answered.has(withdrawalId) ? [withdrawalId] : [],
  );
  return c.json({ lines, missing });
});

deskPayouts.put("/:id", body(settlePayout.body), async (c) => {
  const { shop, operator } = c.var;
  const id = c.req.param("id");
  const { rows } = c.var.body;
  const file = await readFirst(statements.findPayout(shop.db, id));
  if (!file) return refuse(c, refusals.notFound);
  if (file.state === "waiting" && rows.some(({ status }) => status === "paid"))
    return refuse(c, payoutRefusals.waits);
  const settled = [];
  for (const row of rows) settled.push(await settleRow(shop, file, row, operator));
  const since = await readFirst(statements.findPayout(shop.db, id));
  const refused = settled.filter(({ refusal }) => refusal !== null).length;
  return c.json({
    message:
      refused === 0
        ? "پاسخ بانک ثبت شد."
        : "پاسخ بانک ثبت شد، جز ردیف‌هایی که دلیلشان کنارشان نوشته شده است.",
    rows: settled.map(({ withdrawalId, outcome, refusal }) => ({
      withdrawalId,
      outcome,
      refusal: refusal && { code: refusal.code, message: refusal.message },
    })),
    payout: showPayout(since ?? file),
  });
});

async function find({ db }: Shop, id: string) {
  const [[file], rows] = await readTogether(db, [
    statements.findPayout(db, id),
    statements.findRows(db, id),
  ]);
  return file && { file, rows };
}

function showPayout(file: statements.PayoutColumns): Payout {
  return {
    id: file.id,
    number: numberOfFile(file.number),
    format: file.format,
    madeBy: file.made_by,
    madeAt: toIso(file.made_at),
    state: file.state,
    confirmedBy: file.confirmed_by,
    total: file.total_toman,
    rows: file.row_count,
    open: file.open_count,
    paid: file.paid_count,
    returned: file.row_count - file.open_count - file.paid_count,
  };
}

async function showRow(
  shop: Shop,
  file: statements.PayoutColumns,
  row: statements.RowOfFile,
): Promise<PayoutRow> {
  const place = await openDestination(shop, row);
  return {
    withdrawalId: row.id,
    tracking: trackingOf(numberOfFile(file.number), row.position),
    amount: row.amount_toman,
    person: showPerson(row),
    cardOwner: row.card_owner,
    to: place ? maskPlace(formats[file.format].destination(place)) : "",
    state: row.row_state,
    note: row.row_state === "paid" ? row.note : row.bank_words,
  };
}

const maskPlace = (place: string) =>
  place.startsWith("IR") ? maskIban(place) : maskCardNumber(place);
