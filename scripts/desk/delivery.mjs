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
  "refund-code": async (item, code, ...reason) => {
    need(item && code, "Which code? Give the ids of its item and of the code.");
    await giveBack(item, { codeIds: [code], reason: reason.join(" ") });
  },
  replace: async (code, ...words) => {
    need(code, "Which code? `ticket` shows the ids of the codes that it is about.");
    const byHand = words[0]?.startsWith("--code=") ? words.shift().slice("--code=".length) : "";
    const { message, codeId } = await ask(
      "POST",
      `/codes/${encodeURIComponent(code)}/replacement`,
      { reason: words.join(" "), ...(byHand && { code: byHand }) },
    );
    console.log(`${message} (${codeId})`);
  },
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
  await giveBack(id, { reason: reason.join(" ") });
}

async function giveBack(id, body) {
  const path = `/order-items/${encodeURIComponent(id)}/refund`;
  const { message, toWallet, toCard } = await ask("POST", path, body);
  console.log(`${message} (${toWallet} toman to the wallet, ${toCard} toman to the card)`);
}

async function pathOf(start) {
  return `${DELIVERIES.path}/${(await findWaiting(DELIVERIES, start)).orderItemId}`;
}
