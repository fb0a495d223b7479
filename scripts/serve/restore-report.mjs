/** Sentences of `npm run serve -- restore` about its result. */

/** Returns a sentence for each thing that a person has to decide. */
export function explain(database, { all, again, found }) {
  const has = (table, column, id) =>
    database.prepare(`SELECT * FROM ${table} WHERE ${column} = ?1`).get(id);
  const payments = unique(all, "payment").filter(({ id }) => !has("payment", "authority", id));
  const refunds = unique(all, "refund").filter(({ id }) => !has("refund", "id", id));
  const withdrawals = unique(all, "withdrawal").map((one) => ({
    ...one,
    state: has("withdrawal", "id", one.id)?.["state"] ?? null,
  }));
  const numbers = new Map(found.seenByOthers.map(({ id, number }) => [id, number]));
  return [
    ...payments.map(
      ({ id, toman }) =>
        `Payment ${id} of ${toman} toman was confirmed. Find its payer in the gateway's panel: npm run desk -- adoptPayment authority=${id} amount=${toman} personId=…`,
    ),
    ...refunds.map(
      ({ id, toman }) =>
        `The gateway was asked to give ${toman} toman back (refund ${id}), but the order counts as not refunded. Compare with its panel.`,
    ),
    ...withdrawals.flatMap(({ id, toman, reference, state }) =>
      state === "paid"
        ? []
        : [
            state === null
              ? `Withdrawal ${id} of ${toman} toman was paid with the reference ${reference}; its money is in the wallet again.`
              : `Withdrawal ${id} of ${toman} toman was paid: approve it again with the reference ${reference}.`,
          ],
    ),
    ...again.notReplaced.map(
      (id) =>
        `Order ${numbers.get(id)} has a code that somebody else has seen: replace it or give its money back.`,
    ),
    ...again.notForgotten
      .filter((id) => has("user", "id", id)?.["forgotten_at"] === null)
      .map((id) => `Forget this person again: npm run desk -- forgetPerson ${id} reason=…`),
    ...(found.recalled === 0
      ? []
      : [
          `There is no whole list of the codes that were seen since, so ${found.recalled} batches are recalled. Put each on sale again at /desk/stock when its supplier says which codes were used.`,
        ]),
    ...reviewSentence(database),
  ];
}

function reviewSentence(database) {
  const { count } = database
    .prepare("SELECT count(*) AS count FROM refund WHERE state = 'review'")
    .get();
  return count === 0
    ? []
    : [
        `${count} refunds wait for a comparison with the gateway's panel: npm run desk -- listReviews`,
      ];
}

/** The effects of a kind, each once. */
const unique = (all, kind) => [
  ...new Map(all.filter(({ effect }) => effect === kind).map((one) => [one.id, one])).values(),
];

export function say({ copy, kept, codes, found, again, missing }) {
  const seen = new Set(codes.map(({ fingerprint }) => fingerprint)).size;
  console.log(
    [
      `Restored: ${copy}.`,
      `${seen} codes were seen since, and none of them is sold again.`,
      `${found.seenByOthers.length - again.notReplaced.length} codes were replaced, ${again.forgotten} people forgotten again.`,
      `The old database is in ${kept}. Delete it when you are sure: it holds personal data.`,
      ...(missing.length === 0
        ? ["Nothing is missing: the shop is open when it is started."]
        : [
            "The shop stays closed. To do before it is opened at /desk/closure:",
            ...missing.map((line) => `- ${line}`),
          ]),
    ].join("\n"),
  );
}
