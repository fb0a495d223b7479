import { nameOf, need, say } from "./call.mjs";
import { findWaiting, listWaiting, printRows } from "./waiting.mjs";

/** Paid orders that are held until somebody has looked at them. */
export const LOOKS = {
  path: "/looks",
  list: "looks",
  id: "orderId",
  number: "orderNumber",
  describe: (row) =>
    `order ${row.orderNumber}: ${row.amount} toman, ` +
    row.lines.map(({ quantity, productName }) => `${quantity} × ${productName}`).join(", ") +
    `  (${nameOf(row.person)}, proven: ${row.person.provenOwner ?? "nothing"}, ` +
    `since ${row.joinedAt.slice(0, 10)}` +
    (row.cardVerifiedAt === null ? "" : `, card since ${row.cardVerifiedAt.slice(0, 10)}`) +
    `)  until ${row.dueAt}${row.isFrozen ? "  frozen: can only be refunded" : ""}`,
};

export const lookCommands = {
  looks: async () => printRows("looks", LOOKS, await listWaiting(LOOKS)),
  "release-order": decide("released"),
  "refund-order": decide("refunded"),
};

function decide(status) {
  return async (start, ...reason) => {
    need(reason.join(" "), "Say why.");
    const { orderId } = await findWaiting(LOOKS, start);
    await say("PUT", `${LOOKS.path}/${orderId}`, { status, reason: reason.join(" ") });
  };
}
