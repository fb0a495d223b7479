/** Sentences of `npm run serve -- restore` about its result. */

/**
 * Returns a sentence for each thing that a person has to decide.
 * @param {import("node:sqlite").DatabaseSync} database
 * @param {any} result
 */
export function explain(database, { plan, effects, ...found }) {
  const find = (table, column, id) =>
    database.prepare(`SELECT * FROM ${table} WHERE ${column} = ?1`).get(id) ?? null;
  const count = (sql) =>
    Number(database.prepare(`SELECT count(*) AS count FROM ${sql}`).get()?.["count"]);
  return [
    ...(found.isRehearsed
      ? []
      : ["The jobs that ask gateway and suppliers did not all succeed. Look at the lines above."]),
    ...(found.wasClosed ? ["The shop was closed when the copy was made."] : []),
    ...sayPayments(unique(effects, "payment"), find),
    ...sayRefunds(unique(effects, "refund"), find),
    ...sayWithdrawals(effects, find),
    ...sayCodes(found),
    ...found.notForgotten
      .filter((id) => find("user", "id", id)?.["forgotten_at"] === null)
      .map((id) => `Forget this person again: npm run desk -- forgetPerson ${id} reason=…`),
    ...sayIf(
      count("refund WHERE state = 'review'"),
      (some) =>
        `${some} refunds wait for a comparison with the gateway's panel: npm run desk -- listReviews`,
    ),
    ...sayIf(
      count("orders WHERE look_due_at IS NOT NULL OR profile_due_at IS NOT NULL"),
      (some) =>
        `${some} orders are held. They may have been released or given back since: look at each within two days, then the jobs give them back.`,
    ),
    ...sayIf(
      count("stray_payment WHERE payment_id IS NULL"),
      (some) =>
        `The gateway has ${some} payments that the shop does not know: npm run desk -- listStrayPayments`,
    ),
    ...(plan.undone === 0 ? [] : [sayDesk(plan)]),
  ];
}

const sayIf = (count, sentence) => (count === 0 ? [] : [sentence(count)]);

function sayDesk({ undone, since }) {
  const which = undone === null ? "All decisions" : `${undone} decisions`;
  return `${which} of the desk since ${new Date(since).toISOString()} are undone: recalled batches, replaced codes, frozen people, ended operators, stopped discount codes, prices. Make them again.`;
}

function sayPayments(payments, find) {
  return payments.flatMap(({ id, toman }) => {
    const state = find("payment", "authority", id)?.["state"];
    if (state === "paid" || state === "credited") return [];
    return state === undefined
      ? [
          `Payment ${id} of ${toman} toman was confirmed. Find its payer in the gateway's panel: npm run desk -- adoptPayment authority=${id} amount=${toman} personId=…`,
        ]
      : [
          `Payment ${id} of ${toman} toman was confirmed, but counts as ${state}. Compare with the gateway's panel.`,
        ];
  });
}

const sayRefunds = (refunds, find) =>
  refunds
    .filter(({ id }) => find("refund", "id", id) === null)
    .map(
      ({ toman, reference }) =>
        `The gateway was asked to give ${toman} toman of order ${reference} back, but the order counts as not refunded. Compare with its panel.`,
    );

function sayWithdrawals(effects, find) {
  const paid = unique(effects, "withdrawal");
  const sent = unique(effects, "payout").filter(({ id }) => !paid.some((one) => one.id === id));
  const stateOf = (id) => find("withdrawal", "id", id)?.["state"] ?? null;
  return [
    ...paid.flatMap(({ id, toman, reference }) => {
      if (stateOf(id) === "paid") return [];
      return stateOf(id) === null
        ? [
            `Withdrawal ${id} of ${toman} toman was paid with the reference ${reference}; its money is in the wallet again.`,
          ]
        : [
            `Withdrawal ${id} of ${toman} toman was paid: approve it again with the reference ${reference}.`,
          ];
    }),
    ...sent
      .filter(({ id }) => find("payout_row", "withdrawal_id", id) === null)
      .map(
        ({ id, toman, reference }) =>
          `Withdrawal ${id} of ${toman} toman is in bank file ${reference}. Ask the bank before you pay it.`,
      ),
  ];
}

function sayCodes({ seenByOthers, notReplaced, recalled }) {
  const numbers = new Map(seenByOthers.map(({ id, number }) => [id, number]));
  return [
    ...notReplaced.map(
      (id) =>
        `Order ${numbers.get(id)} has a code that somebody else has seen: replace it or give its money back.`,
    ),
    ...sayIf(
      recalled,
      (some) =>
        `There is no whole list of the codes that were seen since, so ${some} batches are recalled. Put each on sale again at /desk/stock when its supplier says which codes were used, and add no file of codes again that was added after the copy.`,
    ),
  ];
}

/** The effects of a kind, each once. */
const unique = (effects, kind) => [
  ...new Map(effects.filter(({ effect }) => effect === kind).map((one) => [one.id, one])).values(),
];

/** Returns the whole report. */
export function reportOf({ plan, codes, found, missing }) {
  const seen = new Set(codes.map(({ fingerprint }) => fingerprint)).size;
  return [
    `Restored: ${plan.copy}.`,
    `${seen} codes were seen since, and none of them is sold again.`,
    `${found.seenByOthers.length - found.notReplaced.length} codes were replaced, ${found.forgotten} people forgotten again.`,
    ...(plan.kept === null
      ? []
      : [
          `The old database is in ${plan.kept}. It is deleted after thirty days, since it holds personal data.`,
        ]),
    ...(missing.length === 0
      ? ["Nothing is missing: the shop is open when it is started."]
      : [
          "The shop stays closed. To do before it is opened at /desk/closure:",
          ...missing.map((line) => `- ${line}`),
        ]),
  ].join("\n");
}
