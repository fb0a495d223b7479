import { REJECTED, logTrouble } from "./ask.ts";
import { fromMicros } from "./decimal.ts";
import {
  Balance,
  Cards,
  Failure,
  LISTED_MAX,
  Product,
  Transaction,
  Transactions,
  costOf,
  toCard,
  toFound,
  toOrder,
  toRefusal,
} from "./reloadly-answers.ts";
import { type Call, type ReloadlyOptions, createCall, read } from "./reloadly-calls.ts";
import type { Supplier } from "./supplier.ts";

/** Version 2 returns links in a field of their own; version 1 puts them into the card's number. */
const ACCEPT_CARDS = "application/com.reloadly.giftcards-v2+json";

/**
 * Buys gift cards of Reloadly (docs.reloadly.com/gift-cards, and the sources of its clients). An
 * order carries the shop's ref as `customIdentifier`. Reloadly refuses a second order with the same
 * ref, but buys both when two arrive at once; so the shop never sends two at once. An unknown
 * status counts as `working`. Numbers are read as text, because codes may come as JSON numbers.
 */
export function createReloadly(options: ReloadlyOptions): Supplier {
  const { senderName } = options;
  const call = createCall(options);

  return {
    async balance() {
      const found = await read(call, "balance", "/accounts/balance", Balance);
      return found === undefined || found === "no"
        ? null
        : { amount: found.balance, currency: found.currencyCode };
    },

    async price(goods) {
      const product = await read(
        call,
        "price",
        `/products/${encodeURIComponent(goods.sku)}`,
        Product,
      );
      if (product === undefined) return { kind: "unknown" };
      const cost = product === "no" ? null : costOf(product, goods);
      return product === "no" || cost === null
        ? { kind: "gone" }
        : { kind: "price", cost: fromMicros(cost), currency: product.senderCurrencyCode };
    },

    async order({ ref, sku, face, quantity }) {
      const answer = await call("order", "/orders", {
        body: toOrder({ ref, sku, face, quantity, senderName }),
      });
      if (answer.kind !== "answer") return answer;
      if (REJECTED.has(answer.status)) return { kind: "not_read" };
      if (answer.status === 400 || answer.status === 404) return toRefusal(answer.json);
      const made = Transaction.safeParse(answer.json).data;
      if (answer.status !== 200 || made?.customIdentifier !== ref) {
        logTrouble({ provider: "reloadly", call: "order" }, `answered ${String(answer.status)}`);
        return { kind: "unknown" };
      }
      const found = toFound(made);
      // The money came back at once, so nothing was bought. This call cannot report that; a later
      // `find` reports it.
      if (found.state === "returned") return { kind: "unknown" };
      return { ...found, kind: "accepted", state: found.state };
    },

    async find({ ref, remoteId }) {
      if (remoteId !== null) {
        const one = await read(call, "find", `/reports/transactions/${remoteId}`, Transaction);
        return one === undefined || one === "no" || one.customIdentifier !== ref
          ? { kind: "unknown" }
          : toFound(one);
      }
      return findByRef(call, ref);
    },

    async codes(remoteId) {
      const answer = await call("codes", `/orders/transactions/${remoteId}/cards`, {
        accept: ACCEPT_CARDS,
      });
      if (answer.kind !== "answer") return { kind: "unknown" };
      if (answer.status === 404 && Failure.safeParse(answer.json).success)
        return { kind: "not_yet" };
      const rows = answer.status === 200 ? Cards.safeParse(answer.json).data : undefined;
      if (!rows) {
        logTrouble({ provider: "reloadly", call: "codes" }, `answered ${String(answer.status)}`);
        return { kind: "unknown" };
      }
      const cards = rows.flatMap((row) => toCard(row) ?? []);
      return cards.length === 0 || cards.length < rows.length
        ? { kind: "not_yet" }
        : { kind: "codes", cards };
    },
  };
}

/** Finds an order by the shop's ref. */
async function findByRef(call: Call, ref: string): ReturnType<Supplier["find"]> {
  const query = new URLSearchParams({ customIdentifier: ref, page: "1", size: String(LISTED_MAX) });
  const listed = await read(
    call,
    "find",
    `/reports/transactions?${query.toString()}`,
    Transactions,
  );
  if (listed === undefined || listed === "no") return { kind: "unknown" };
  // Reloadly's search ignores letter case.
  const own = listed.filter(({ customIdentifier }) => customIdentifier === ref);
  const [first] = own;
  if (!first) return { kind: "absent" };
  return own.length === 1
    ? toFound(first)
    : { kind: "several", remoteIds: own.map(({ transactionId }) => transactionId) };
}
