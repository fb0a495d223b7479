import { ask, nameOf, need, say } from "./call.mjs";
import { findWaiting, listWaiting, readNumber } from "./waiting.mjs";

/** Order items that are delivered by hand. */
export const DELIVERIES = {
  path: "/deliveries",
  list: "deliveries",
  id: "orderItemId",
  number: "orderNumber",
  describe: (row) =>
    `order ${row.orderNumber}: ${row.quantity} × ${row.productName}  ${row.deliveryStatus}  (${nameOf(row.person)})`,
};

export const deliveryCommands = {
  begin: async (start) => say("PUT", await pathOf(start), { status: "processing" }),
  deliver: async (start, ...codes) => say("POST", `${await pathOf(start)}/codes`, { codes }),
  refund,
};

async function refund(start, ...reason) {
  const number = readNumber(start);
  // An item that was delivered waits in no list, so its id cannot be completed and must be whole.
  const rows = number
    ? []
    : (await listWaiting(DELIVERIES)).filter(
        ({ orderItemId }) => start && orderItemId.startsWith(start),
      );
  const id =
    rows.length === 1
      ? rows[0].orderItemId
      : (number ?? need(start, "Which item? Give its id, or its order's number."));
  const path = `/order-items/${encodeURIComponent(id)}/refund`;
  const { message, toWallet, toCard } = await ask("POST", path, { reason: reason.join(" ") });
  console.log(`${message} (${toWallet} toman to the wallet, ${toCard} toman to the card)`);
}

async function pathOf(start) {
  return `${DELIVERIES.path}/${(await findWaiting(DELIVERIES, start)).orderItemId}`;
}
