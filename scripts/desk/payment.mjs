import { nameOf, need, say } from "./call.mjs";
import { findPerson } from "./user.mjs";
import { findWaiting, listWaiting } from "./waiting.mjs";

/** Payments and refunds of which the shop cannot tell by itself where the money is. */
export const REVIEWS = {
  path: "/reviews",
  list: "reviews",
  describe: (row) =>
    `${row.kind} of ${row.amount} toman, ${row.authority}, reference ${row.refId ?? "unknown"}` +
    `${row.reason ? `: ${row.reason}` : ""}  (${nameOf(row.person)})`,
};

/** docs/operations.md tells when to use these commands. */
export const paymentCommands = {
  payments: async () => {
    const payments = await listWaiting({ path: "/stray-payments", list: "strayPayments" });
    for (const { authority, amount, lastSeenAt } of payments)
      console.log(`  ${authority}  ${amount} toman, last seen ${lastSeenAt}`);
  },
  adopt: async (authority, amount, who) => {
    need(authority && amount, "Which payment? Give its authority and its amount in toman.");
    await say("POST", "/stray-payments", {
      authority,
      amount: Number(amount),
      personId: await findPerson(who),
    });
  },
  settle: async (start, moneyIs, ...note) =>
    say("PUT", `${REVIEWS.path}/${(await findWaiting(REVIEWS, start)).id}`, {
      moneyIs,
      note: note.join(" "),
    }),
};
