import type { z } from "zod";
import {
  type makeDiscountCode,
  type makeDiscountSeries,
  discountCodeRefusals,
} from "../../../contract/desk/discount-code.ts";
import { type Refusal, refusals } from "../../../contract/endpoint.ts";
import { startOfPersian } from "../../../persian/calendar.ts";
import { formatDate } from "../../../persian/dates.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { formatNumber, formatToman } from "../../../persian/toman.ts";
import { runBatch, readFirst } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import type { Operator } from "../../base/operator.ts";
import { DAY_MS } from "../../base/time.ts";
import { randomId, randomLetters, sha256 } from "../../base/vault.ts";
import { findPersonByPhone } from "../user/statements.ts";
import * as statements from "../../buying/discount-code/made-statements.ts";
import { findSeriesByKey, insertSeries } from "../../buying/discount-code/series-statements.ts";

type NewCode = z.output<typeof makeDiscountCode.body>;
type NewSeries = z.output<typeof makeDiscountSeries.body>;
export type Terms = Omit<NewSeries, "prefix" | "count">;
type Made = { id: string } | { refusal: Refusal; field?: string };

/**
 * The number of random characters after the prefix. When a thousand codes exist, one in six hundred
 * million guesses finds one of them.
 */
const RANDOM_CHARACTERS = 8;
const ATTEMPTS = 3;

/** Returns the terms as columns of a code, or a refusal when they have already expired at `now`. */
export function termsOf(
  terms: Terms,
  ownerId: string | null,
  now: number,
): statements.TermsRow | { refusal: Refusal; field: string } {
  const expiresAt = terms.until === null ? null : startOfPersian(terms.until) + DAY_MS;
  if (expiresAt !== null && expiresAt <= now)
    return { refusal: discountCodeRefusals.dayOver, field: "until" };
  return {
    type: terms.type,
    value: terms.value,
    min_purchase_toman: terms.minPurchase ?? 0,
    // A discount in toman needs no limit of its own.
    max_discount_toman: terms.type === "fixed" ? null : terms.maxDiscount,
    may_sell_below_cost: Number(terms.maySellBelowCost),
    uses_max: terms.usesMax,
    uses_per_user_max: terms.usesPerPerson,
    expires_at: expiresAt,
    owner_id: ownerId,
  };
}

/** Makes one code. If the same operator repeats the request, the existing code is returned. */
export async function makeOne(
  shop: Shop,
  requested: NewCode,
  operator: Operator,
  giving: D1PreparedStatement[],
): Promise<Made> {
  const { db } = shop;
  const now = shop.now();
  const { code, phone, ...rest } = requested;
  const owner = phone === null ? null : await readFirst(findPersonByPhone(db, phone));
  if (phone !== null && !owner) return { refusal: discountCodeRefusals.nobody, field: "phone" };
  const terms = termsOf(rest, owner?.id ?? null, now);
  if ("refusal" in terms) return terms;
  const id = randomId();
  const isMade = await runBatch(db, [
    ...giving,
    statements.insertDiscountCodes(
      db,
      { codes: [{ id, code }], seriesId: null, madeBy: operator.name },
      terms,
      now,
    ),
    noteDecision({ db, operator, moment: now }, "discount_code", id, "made", {
      note: `${code}: ${sayTerms(terms)}`,
      after: "running",
    }),
  ]);
  if (isMade) return { id };
  const earlier = await db
    .prepare("SELECT * FROM discount_code WHERE code = ?1")
    .bind(code)
    .first<statements.TermsRow & { id: string; made_by: string | null; is_active: number }>();
  const isSame =
    earlier?.made_by === operator.name &&
    earlier.is_active === 1 &&
    Object.entries(terms).every(([name, value]) => earlier[name as keyof typeof terms] === value);
  return isSame ? { id: earlier.id } : { refusal: discountCodeRefusals.codeTaken, field: "code" };
}

/**
 * Makes a series of random codes. A repeated request with the same idempotency key returns the
 * existing series.
 */
export async function makeSeries(
  shop: Shop,
  requested: NewSeries,
  operator: Operator,
  idempotencyKey: string | null,
  giving: D1PreparedStatement[],
): Promise<Made> {
  const { db } = shop;
  const hash = await sha256(JSON.stringify(requested));
  const { prefix, count, ...rest } = requested;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const earlier = await readFirst(findSeriesByKey(db, operator.name, idempotencyKey));
    if (earlier)
      return earlier.request_hash === hash ? { id: earlier.id } : { refusal: refusals.keyReused };
    const now = shop.now();
    const terms = termsOf(rest, null, now);
    if ("refusal" in terms) return terms;
    const id = randomId();
    const madeBy = operator.name;
    const codes = randomCodes(prefix, count).map((code) => ({ id: randomId(), code }));
    const series = { id, prefix, count, request_hash: hash, madeBy, idempotencyKey };
    const isMade = await runBatch(db, [
      ...giving,
      insertSeries(db, series, now),
      statements.insertDiscountCodes(db, { codes, seriesId: id, madeBy }, terms, now),
      noteDecision({ db, operator, moment: now }, "discount_series", id, "made", {
        note: `${formatNumber(count)} × ${prefix}: ${sayTerms(terms)}`,
        after: "running",
      }),
    ]);
    if (isMade) return { id };
  }
  throw new Error("A series of discount codes met codes that exist, three times");
}

/** Returns `count` different codes. */
export function randomCodes(prefix: string, count: number): string[] {
  const codes = new Set<string>();
  while (codes.size < count) codes.add(`${prefix}-${randomLetters(RANDOM_CHARACTERS)}`);
  return [...codes];
}

/** Describes the terms in Persian, for the log and for a second person. */
export function sayTerms(terms: statements.TermsRow): string {
  const { type, value, max_discount_toman: max, uses_max: uses, expires_at: end } = terms;
  return [
    type === "percentage" ? `${toPersianDigits(value)}٪` : formatToman(value),
    max !== null && `حداکثر ${formatToman(max)}`,
    terms.min_purchase_toman > 0 && `از ${formatToman(terms.min_purchase_toman)} خرید`,
    terms.may_sell_below_cost === 1 && "زیر بها هم",
    `${uses === null ? "بی‌شمار" : formatNumber(uses)} بار، هر نفر ${formatNumber(terms.uses_per_user_max)} بار`,
    end !== null && `تا ${formatDate(end)}`,
  ]
    .filter((part) => part !== false)
    .join("، ");
}
