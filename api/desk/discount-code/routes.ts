import { Hono } from "hono";
import {
  type DeskDiscountCode,
  SERIES_CODES_MAX,
  discountCodeRefusals,
  listDeskDiscountCodes,
  makeDiscountCode,
  makeDiscountSeries,
  setDiscountActive,
  previewDiscountSeries,
} from "../../../contract/desk/discount-code.ts";
import { mayReadCost } from "../../../contract/desk/caller.ts";
import { isAtLeast } from "../../../contract/desk/endpoint.ts";
import { type Refusal, refusals } from "../../../contract/endpoint.ts";
import { maskPhone } from "../../../persian/identifiers.ts";
import { formatNumber } from "../../../persian/toman.ts";
import { readCode } from "../../../persian/characters.ts";
import { tehranDay, writeGregorian, writePersian } from "../../../persian/calendar.ts";
import { readTogether, runBatch, readAll, readFirst } from "../../base/batch.ts";
import { type Shop, body, idempotencyKey, query, refuse } from "../../base/context.ts";
import { writeCsv } from "../../../persian/write-csv.ts";
import { noteDecision, noteView } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { NEWEST, byCreation, cutPage, readCursor } from "../../base/page.ts";
import { showPerson } from "../../base/person.ts";
import { type MayGive, type OperatorInShop, mayGive } from "../giving/give.ts";
import * as statements from "../../buying/discount-code/made-statements.ts";
import { type Terms, sayTerms, makeOne, makeSeries, randomCodes, termsOf } from "./make.ts";
import {
  countAlike,
  findCodesOfSeries,
  findSeries,
} from "../../buying/discount-code/series-statements.ts";
import { toIso, toIsoOrNull } from "../../base/time.ts";

type Row = statements.DeskDiscountRow;

const EXAMPLES = 5;

/** Discount codes at the desk. Section 10.23. */
export const deskDiscountCodes = new Hono<OperatorEnv>();

deskDiscountCodes.get("/", query(listDeskDiscountCodes.query), async (c) => {
  const { shop, operator, query: requested } = c.var;
  const { limit, cursor, state = null, series = null, person = null } = requested;
  const isWhole = isAtLeast(operator.role, "support");
  // Viewers can search only for a whole code. With a search for its beginning, they could find out
  // a code letter by letter.
  const text = readCode(requested.code ?? "");
  const code = text ? { text, isWhole: !isWhole } : null;
  const results = await readAll(
    statements.findDeskDiscountCodes(
      shop.db,
      { state, code, series, person },
      readCursor(cursor) ?? NEWEST,
      limit + 1,
      shop.now(),
    ),
  );
  const [first] = results;
  const found = results.filter(({ id }) => id !== null);
  const { page, nextCursor } = cutPage(found, limit, byCreation);
  const seenTo = first?.last_id != null ? `${String(first.last_at)}~${first.last_id}` : null;
  return c.json({
    discountCodes: await show(shop, page, {
      isWhole,
      isCostOpen: mayReadCost(operator),
      isEach: code !== null || series !== null,
    }),
    nextCursor: nextCursor ?? seenTo,
  });
});

deskDiscountCodes.post("/", body(makeDiscountCode.body), async (c) => {
  const { shop, operator, body: requested } = c.var;
  const giving = await maySell(c.var, requested, requested.code);
  if ("refusal" in giving) return refuse(c, giving.refusal, giving.extra);
  const made = await makeOne(shop, requested, operator, giving.statements);
  if ("refusal" in made) return refuse(c, made.refusal, fieldOf(made));
  const discountCode = await showOne(shop, { id: made.id, isEach: false });
  return c.json({ message: "کد تخفیف ساخته شد.", discountCode });
});

deskDiscountCodes.post("/preview", body(previewDiscountSeries.body), async (c) => {
  const { shop, operator, body: requested } = c.var;
  const { db } = shop;
  const moment = shop.now();
  const { prefix, count } = requested;
  const terms = termsOf(requested, null, moment);
  if ("refusal" in terms) return refuse(c, terms.refusal, fieldOf(terms));
  await noteView({ db, operator, moment }, "list", previewDiscountSeries.path).run();
  const alike = await readFirst(countAlike(db, `${prefix}-`, SERIES_CODES_MAX));
  const eachToman = terms.type === "fixed" ? terms.value : terms.max_discount_toman;
  const most =
    eachToman === null || terms.uses_max === null ? null : count * terms.uses_max * eachToman;
  return c.json({
    examples: randomCodes(prefix, Math.min(EXAMPLES, count)),
    alike: alike?.count ?? 0,
    most: most !== null && Number.isSafeInteger(most) ? most : null,
  });
});

deskDiscountCodes.post("/series", idempotencyKey, body(makeDiscountSeries.body), async (c) => {
  const { shop, operator, body: requested } = c.var;
  const giving = await maySell(c.var, requested, requested.prefix);
  if ("refusal" in giving) return refuse(c, giving.refusal, giving.extra);
  const made = await makeSeries(shop, requested, operator, c.var.idempotencyKey, giving.statements);
  if ("refusal" in made) return refuse(c, made.refusal, fieldOf(made));
  const file = await writeSeries(shop.db, made.id);
  if (!file) throw new Error("A series that was just made is not there");
  return c.json({ message: "کدها ساخته شد.", series: made.id, file });
});

deskDiscountCodes.get("/series/:id/export", async (c) => {
  const { db, now } = c.var.shop;
  const { operator } = c.var;
  const id = c.req.param("id");
  const file = await writeSeries(db, id);
  if (!file) return refuse(c, refusals.notFound);
  await noteView({ db, operator, moment: now() }, "discount_series", id).run();
  return c.json({ file });
});

deskDiscountCodes.put("/:id", body(setDiscountActive.body), async (c) => {
  const { shop, operator } = c.var;
  const { db } = shop;
  const { status, isAlone } = c.var.body;
  const moment = shop.now();
  const named = { id: c.req.param("id"), isEach: isAlone };
  const row = await readFirst(statements.findDeskDiscountCode(db, named, moment));
  if (!row) return refuse(c, refusals.notFound);
  const seriesId = isAlone ? null : row.series_id;
  const isMoved = await runBatch(db, [
    ...statements.setDiscountActive(db, { id: row.id, seriesId }, status === "running"),
    noteDecision(
      { db, operator, moment },
      seriesId === null ? "discount_code" : "discount_series",
      seriesId ?? row.id,
      status === "running" ? "started" : "stopped",
      { note: seriesId === null ? row.code : row.prefix, before: row.state, after: status },
    ),
  ]);
  if (!isMoved) return refuse(c, discountCodeRefusals.stale);
  const discountCode = await showOne(shop, named);
  const message = status === "running" ? "کد دوباره به کار افتاد." : "کد از کار افتاد.";
  return c.json({ message, discountCode });
});

/**
 * Returns the message of a refusal with the name of its field, so that a form can show it there.
 */
const fieldOf = ({ refusal, field }: { refusal: Refusal; field?: string }) =>
  field === undefined ? {} : { fields: { [field]: refusal.message } };

async function showOne(
  shop: Shop,
  named: { id: string; isEach: boolean },
): Promise<DeskDiscountCode> {
  const row = await readFirst(statements.findDeskDiscountCode(shop.db, named, shop.now()));
  const [shown] = row
    ? await show(shop, [row], { isWhole: true, isCostOpen: true, isEach: named.isEach })
    : [];
  if (!shown) throw new Error("A discount code that was just decided about is not there");
  return shown;
}

interface Showing {
  isWhole: boolean;
  isCostOpen: boolean;
  isEach: boolean;
}

async function show(
  { db }: Shop,
  rows: readonly Row[],
  { isWhole, isCostOpen, isEach }: Showing,
): Promise<DeskDiscountCode[]> {
  const lossy = rows.filter((row) => row.may_sell_below_cost === 1);
  const losses =
    lossy.length === 0
      ? []
      : await readAll(
          statements.sumBelowCost(
            db,
            lossy.map(({ id }) => id),
            isEach,
          ),
        );
  return rows.map((row) => {
    const loss = losses.find(({ id }) => id === row.id);
    return {
      id: row.id,
      code: isWhole ? row.code : `${row.code.slice(0, 2)}•••`,
      series:
        row.series_id === null
          ? null
          : { id: row.series_id, prefix: row.prefix ?? "", count: row.series_count ?? 0 },
      type: row.type,
      value: row.value,
      maxDiscount: row.max_discount_toman,
      minPurchase: row.min_purchase_toman,
      maySellBelowCost: row.may_sell_below_cost === 1,
      person: row.owner_id === null ? null : showPerson(row),
      usesMax: row.uses_max,
      usesPerPerson: row.uses_per_user_max,
      expiresAt: toIsoOrNull(row.expires_at),
      until: row.expires_at === null ? null : writePersian(tehranDay(row.expires_at - 1)),
      state: row.state,
      madeBy: row.made_by,
      createdAt: toIso(row.created_at),
      uses: row.uses,
      given: row.given_toman,
      belowCost:
        row.may_sell_below_cost === 0 || !isCostOpen
          ? null
          : { orders: loss?.orders ?? 0, toman: loss?.toman ?? 0 },
    };
  });
}

/** Writes the codes of a series as a table; null when there is no such series. */
async function writeSeries(db: D1Database, id: string) {
  const [[series], codes] = await readTogether(db, [findSeries(db, id), findCodesOfSeries(db, id)]);
  if (!series) return null;
  return {
    name: `armaghan-${series.prefix.toLowerCase()}-${String(series.count)}.csv`,
    text: writeCsv(
      [
        ["کد تخفیف", "درصد", "مبلغ (تومان)", "تا پایان روز", "تا پایان روز میلادی", "استفاده"],
        ...codes.map(({ code, type, value, expires_at: end, uses_paid: uses }) => {
          const day = end === null ? null : tehranDay(end - 1);
          return [
            code,
            type === "percentage" ? value : "",
            type === "fixed" ? value : "",
            day === null ? "" : writePersian(day),
            day === null ? "" : writeGregorian(day),
            uses,
          ];
        }),
      ],
      { hasDates: true },
    ),
  };
}

/** Allows an operator to make a code that may sell below cost, if a second person has agreed. */
async function maySell(
  who: OperatorInShop,
  requested: Terms & { phone?: string | null; count?: number },
  subjectId: string,
): Promise<MayGive> {
  if (!requested.maySellBelowCost) return { statements: [] };
  const now = who.shop.now();
  const terms = termsOf(requested, null, now);
  // No second person is asked about a code that will be refused anyway.
  if ("refusal" in terms) return { statements: [] };
  const wish = { way: "discount", subject: "discount_code", subjectId, isForTwo: true } as const;
  const { phone = null, count } = requested;
  const words = [
    count !== undefined && `${formatNumber(count)} کد`,
    phone !== null && `تنها برای ${maskPhone(phone)}`,
    sayTerms(terms),
  ];
  return mayGive(
    who,
    { ...wish, toman: 0, asked: requested, words: words.filter(Boolean).join("، "), note: null },
    now,
  );
}
