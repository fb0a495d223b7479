import { ask, nameOf, need, say } from "./call.mjs";
import { plain } from "./print.mjs";
import { readSecret, readSecrets, takeFile } from "./secret-input.mjs";
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
  deliver: async (start, ...words) => {
    const isSure = takeWord(words, "--sure");
    const file = takeFile(words);
    refuseWords(words);
    const path = await pathOf(start);
    await say("POST", `${path}/codes`, { codes: await readSecrets(file, "The codes"), isSure });
  },
  order,
  item,
  refund,
  "refund-code": async (item, code, ...reason) => {
    need(item && code, "Which code? Give the ids of its item and of the code.");
    const opened = takeOpened(reason);
    await giveBack(item, { codeIds: [code], reason: reason.join(" "), opened });
  },
  replace: async (code, ...words) => {
    need(code, "Which code? `ticket` shows the ids of the codes that it is about.");
    const isSure = takeWord(words, "--sure");
    const isByHand = words[0] === "--by-hand" && words.shift() !== undefined;
    if (words[0]?.startsWith("--code=")) refuseWords(words);
    const file = takeFile(words);
    const byHand = isByHand ? await readSecret(file, "The new code") : "";
    const { message, codeId } = await ask(
      "POST",
      `/codes/${encodeURIComponent(code)}/replacement`,
      { reason: words.join(" "), ...(byHand && { code: byHand, isSure }) },
    );
    console.log(`${message} (${codeId})`);
  },
};

function refuseWords(words) {
  if (words.length > 0)
    throw new Error(
      "Codes are not taken from the command line, where the shell keeps them: write them into " +
        "the standard input, one on each line, or name a file with --file PATH.",
    );
}

async function refund(start, ...reason) {
  const opened = takeOpened(reason);
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
  await giveBack(id, { reason: reason.join(" "), opened });
}

/** Takes `--opened` out of the words: the operator knows that codes were opened. */
const takeOpened = (words) => takeWord(words, "--opened");

/** Takes a word out of the others. True when it was there. */
function takeWord(words, word) {
  const at = words.indexOf(word);
  return at >= 0 && words.splice(at, 1).length === 1;
}

/** Shows an item and which of its codes were opened, by its id or its order's number. */
async function item(start) {
  const id = readNumber(start) ?? need(start, "Which item? Give its id, or its order's number.");
  const { item: found } = await ask("GET", `/order-items/${encodeURIComponent(id)}`);
  console.log(`${found.orderItemId}  ${plain(DELIVERIES.describe(found))}`);
  printOpenings(found.codes);
}

/** Shows any order, paid or not, by its number or its whole id. */
async function order(name) {
  const id = readNumber(name) ?? need(name, "Which order? Give its number or its id.");
  const { order: found } = await ask("GET", `/orders/${encodeURIComponent(id)}`);
  const { number, state, total, fromWallet, person, payment } = found;
  console.log(
    `order ${number} ${found.id}: ${state}, ${total} toman, ${fromWallet} from the wallet  ` +
      `(${nameOf(person)}, 0${person.phone})`,
  );
  console.log(
    `  since ${found.createdAt}, paid ${found.paidAt ?? "never"}` +
      (found.lookUntil === null ? "" : `, held for a look until ${found.lookUntil}`) +
      (payment === null
        ? ""
        : `, payment ${payment.state} ${payment.authority ?? ""} reference ${payment.refId ?? "none"}`),
  );
  for (const item of found.items) {
    console.log(
      `  ${item.id}  ${item.quantity} × ${plain(item.productName)}  ${item.total} toman  ` +
        item.deliveryStatus,
    );
    printOpenings(item.codes);
  }
}

/** One line for each code: whether and when it was opened, how often, and from where. */
export function printOpenings(codes) {
  for (const { id, position, openedAt, timesOpened, networks, seenBy } of codes)
    console.log(
      `  code ${position} ${id}: ` +
        (openedAt === null
          ? "not opened"
          : `opened ${openedAt}, ${timesOpened} times, from ${plain(networks.join(", ")) || "nowhere known"}`) +
        (seenBy.length === 0
          ? ""
          : `; seen by ${plain(seenBy.map(({ operator }) => operator).join(", "))}`),
    );
}

async function giveBack(id, body) {
  const path = `/order-items/${encodeURIComponent(id)}/refund`;
  const { message, toWallet, toCard, codes, proposalId } = await ask("POST", path, body);
  console.log(
    proposalId
      ? `${message}\n  ${proposalId}`
      : `${message} (${toWallet} toman to the wallet, ${toCard} toman to the card)`,
  );
  printOpenings(codes);
}

async function pathOf(start) {
  return `${DELIVERIES.path}/${(await findWaiting(DELIVERIES, start)).orderItemId}`;
}
