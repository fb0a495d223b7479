/**
 * The screens of desk and shop that `npm run growth` measures, with the calls that opening them
 * makes. Words in capitals are replaced by ids of the measured shop.
 */

/**
 * @typedef {object} Call
 * @property {"guest" | "shopper" | "desk"} who
 * @property {"GET" | "POST"} method
 * @property {string} path below /api/v1 or /desk/v1
 * @property {object} [body]
 */

/**
 * @typedef {object} Screen
 * @property {string} name
 * @property {Call[]} calls
 * @property {number} most rows that it may read, however large the shop is
 */

/**
 * The calls of every page of the desk: which operator is signed in, whether the shop works, and how
 * many things wait. (`/desk` itself requests the queue instead of its length, but is measured with
 * both.)
 */
const FRAME = ["/me", "/health", "/queue/count"];

/** @type {(path: string, ...more: string[]) => Call[]} */
const desk = (...paths) =>
  [...FRAME, ...paths].map((path) => ({ who: "desk", method: "GET", path }));
/** @type {(path: string, ...more: string[]) => Call[]} */
const shopper = (...paths) => paths.map((path) => ({ who: "shopper", method: "GET", path }));
/** @type {(path: string) => Call[]} */
const guest = (path) => [{ who: "guest", method: "GET", path }];
/** @type {(text: string) => Call[]} */
const find = (text) => [{ who: "desk", method: "POST", path: "/find", body: { text } }];

// Limits of the rows that a screen may read. In a larger shop a screen reads more, because it has
// more rows to list, but never more than its limit.
/** For the calls of every page; the count of the queue stops at a limit. */
const FRAMED = 500;
/**
 * For a list of 50 rows with their joins, and for the queue, which lists up to 201 rows of each
 * kind.
 */
const LIST = FRAMED + 50 * 10;
const QUEUE = 201 * 11 * 5;
/** For a list with filters, which reads 500 rows and the joins that its filters need. */
const FILTERED_LIST = FRAMED + 500 * 4 + 50 * 10;
/**
 * For the sales of a hundred products on each day of a period and of the period before, with which
 * it is compared.
 */
const SOLD = (days) => FRAMED + 100 * 3 * 2 * days;
/** For all products of a type, with their free codes up to the number at which counting stops. */
const STOCK = 100 * 60;
/** For all rows of one person; the person who bought most is measured. */
const PERSON = 12_000;

/** @type {readonly Screen[]} */
export const SCREENS = [
  ["`/desk`", [...desk(), { who: "desk", method: "GET", path: "/queue" }], QUEUE],
  ["`/desk/orders`", desk("/orders"), FILTERED_LIST],
  ["`/desk/orders`, given back", desk("/orders?state=refunded"), FILTERED_LIST],
  ["`/desk/orders`, paid by wallet alone", desk("/orders?paidBy=wallet"), FILTERED_LIST],
  [
    "`/desk/orders`, delivered, by gateway",
    desk("/orders?delivery=delivered&paidBy=gateway"),
    FILTERED_LIST,
  ],
  ["`/desk/orders`, of a product", desk("/orders?product=PRODUCT"), FILTERED_LIST],
  ["`/desk/orders`, of a person", desk("/orders?person=PERSON"), FILTERED_LIST],
  ["`/desk/orders`, of a day", desk("/orders?day=YESTERDAY"), FILTERED_LIST],
  ["`/desk/orders/ID`", desk("/orders/ORDER"), PERSON],
  ["Search: the number of an order", find("NUMBER"), 60],
  ["Search: a phone", find("PHONE"), 60],
  ["Search: a name", find("سارا کریمی"), 60],
  ["Search: the end of a card", find("CARD_END"), 60],
  ["Search: a reference", find("REFERENCE"), 60],
  ["`/desk/people/ID`", desk("/people/PERSON"), PERSON],
  ["`/desk/tickets`", desk("/tickets"), LIST],
  ["`/desk/figures`, a day", desk("/figures?day=DAY", "/closings", "/searches"), SOLD(31)],
  ["`/desk/figures`, a month", desk("/figures?month=MONTH", "/closings", "/searches"), SOLD(31)],
  ["`/desk/figures`, a year", desk("/figures?year=YEAR", "/closings", "/searches"), SOLD(366)],
  ["Figures as a file", desk("/figures.csv?table=products"), SOLD(31)],
  ["`/desk/money`, wallets", desk("/figures/debts?kind=wallet"), 2_000],
  ["`/desk/money`, income not paid", desk("/figures/debts?kind=earning"), LIST],
  ["`/desk/money`, all that flows", desk("/payments"), LIST],
  ["`/desk/money`, refunds", desk("/payments?kind=refund"), LIST],
  ["`/desk/money`, withdrawals", desk("/withdrawals", "/payouts?limit=10"), LIST],
  ["`/desk/money`, astray and in review", desk("/stray-payments", "/reviews"), LIST],
  ["`/desk/closings`", desk("/closings", "/closings/day?day=OVER"), 1_500],
  [
    "Closing a day",
    [{ who: "desk", method: "POST", path: "/closings", body: { day: "OVER", difference: 0 } }],
    200,
  ],
  ["`/desk/products`", desk("/catalogue"), FRAMED + 2 * STOCK],
  ["`/desk/products/ID`", desk("/products/PRODUCT"), FRAMED + 500],
  [
    "`/desk/prices`",
    [...desk("/rates"), { who: "desk", method: "POST", path: "/prices/preview", body: {} }],
    FRAMED + STOCK,
  ],
  ["`/desk/stock`", desk("/stock"), SOLD(31)],
  ["`/desk/stock/ID`", desk("/stock/PRODUCT", "/imports"), LIST],
  ["`/desk/suppliers`", desk("/supply", "/supply/orders"), LIST],
  ["`/desk/discount-codes`", desk("/discount-codes"), LIST],
  ["`/desk/log`", desk("/decisions"), LIST],
  ["`/desk/log`, of an operator", desk("/decisions?operator=raha"), FILTERED_LIST],
  ["`/desk/log`, about a person", desk("/decisions?about=PERSON"), PERSON],
  ["The dashboard", shopper("/dashboard/overview"), 1_500],
  ["The orders of a shopper", shopper("/orders"), LIST],
  ["An order of a shopper", shopper("/orders/ORDER"), 200],
  ["The wallet", shopper("/wallets/balance", "/transactions"), LIST],
  ["A listing", guest("/products?type=giftcard"), STOCK],
  ["Search of the shop", guest("/search?q=steam"), 100],
  // Each line counts up to a hundred codes of its product.
  ["The cart", shopper("/carts"), 200],
  ["Buying from the wallet", [{ who: "shopper", method: "POST", path: "/orders", body: {} }], 600],
].map(([name, calls, most]) => ({ name, calls, most }));

/**
 * Replaces the words in calls by ids of a shop. Returns null when the shop lacks one of them.
 * @param {Call[]} calls
 * @param {Record<string, string | undefined>} things by the word that they replace
 * @returns {Call[] | null}
 */
export function nameThings(calls, things) {
  let text = JSON.stringify(calls);
  for (const [word, thing] of Object.entries(things)) {
    const places = new RegExp(`\\b${word}\\b`, "g");
    if (!places.test(text)) continue;
    if (thing === undefined) return null;
    text = text.replace(places, thing);
  }
  return JSON.parse(text);
}
