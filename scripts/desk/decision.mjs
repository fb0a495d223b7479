import { ask, nameOf, need, say, target } from "./call.mjs";
import { plain } from "./print.mjs";
import { findWaiting, listWaiting, printRows } from "./waiting.mjs";

/** Shown in place of a card number that cannot be decrypted. Such a card can only be rejected. */
const UNREADABLE = "(cannot be read)";

/**
 * The kinds that an operator approves or rejects. `approval` returns the body of an approval,
 * `rejection` that of a rejection where it has a form of its own, `isOneByOne` forbids to approve all rows at once.
 */
export const decisionKinds = {
  card: {
    path: "/bankcards",
    list: "bankCards",
    describe: (row) =>
      `${row.cardMasked || UNREADABLE}  ${row.cardBank}  ${row.cardOwner}  ` +
      describePerson(row) +
      (row.promisedFrom === null ? "  waits for the identity" : ""),
    approval: (words) => ({ status: "verified", ...takeOverride(words) }),
  },
  identity: {
    path: "/authorizes",
    list: "authorizations",
    describe: (row) => `${row.cardMasked || UNREADABLE}  ${row.cardOwner}  (${nameOf(row.person)})`,
    approval: () => ({ status: "verified" }),
  },
  withdrawal: {
    path: "/withdrawals",
    list: "withdrawals",
    describe: (row) =>
      `${row.amount} toman to ${row.cardMasked || UNREADABLE}  ${row.cardBank}  ` +
      `${row.iban && `${row.iban}  `}${row.cardOwner}  ${describePerson(row)}` +
      (row.dueAt ? `  not before ${row.dueAt}` : "") +
      (row.isIbanReadable ? "" : "  its IBAN cannot be read") +
      (row.inHandOf ? `  in hand of ${row.inHandOf}` : ""),
    approval: (words) => ({
      status: "paid",
      ...takeOverride(words),
      reference: need(words.join(" "), "Give the bank's reference of the payment."),
    }),
    isOneByOne: true,
  },
  name: {
    path: "/name-requests",
    list: "nameRequests",
    describe: (row) =>
      `${row.firstName} ${row.lastName} in place of ${nameOf(row.person)}: ${row.reason}` +
      `  (proven: ${row.person.provenOwner})`,
    approval: (words) => ({ status: "verified", reason: need(words.join(" "), "Say why.") }),
    isOneByOne: true,
  },
  income: {
    path: "/earnings",
    list: "earnings",
    describe: (row) =>
      `${row.amount} toman of order ${row.orderNumber} for ${nameOf(row.inviter)} ` +
      `(proven: ${row.inviter.provenOwner}), from ${nameOf(row.buyer)} ` +
      `(proven: ${row.buyer.provenOwner}): the same ${row.sharedMarks.join(", ")}`,
    approval: (words) => ({ status: "released", reason: need(words.join(" "), "Say why.") }),
    rejection: (reason) => ({ status: "refused", reason }),
    isOneByOne: true,
  },
};

/** The names of a row's person: what the account says, and what the identity proved. */
function describePerson({ person, cardOwner }) {
  const isOther = person.provenOwner !== null && person.provenOwner !== cardOwner;
  const proven = person.provenOwner ?? "nothing";
  return `(${nameOf(person)}, proven: ${proven}${isOther ? ", and NOT the owner" : ""})`;
}

/** Takes the reason for another owner out of the words of a command. */
function takeOverride(words) {
  const at = words.findIndex((word) => word.startsWith("--override="));
  return at === -1 ? {} : { overrideReason: words.splice(at, 1)[0].slice("--override=".length) };
}

export const decisionCommands = {
  approve,
  reject,
  image,
  show,
  take: hold(true),
  "put-back": hold(false),
};

async function approve(name, id, ...words) {
  const kind = kindOf(name);
  // A withdrawal that came in after the operator read the list has not been paid.
  if (id === "all" && kind.isOneByOne) throw new Error("Each is decided by itself: give its id.");
  const rows = id === "all" ? await listWaiting(kind) : [await findWaiting(kind, id)];
  if (rows.length === 0) console.log("Nothing waits.");
  // A row that came in meanwhile is not among them, and waits for the next time.
  else if (id === "all") printRows(name, kind, rows);
  const approval = kind.approval(words);
  const refusals = [];
  // One row that cannot be approved does not stop the others.
  for (const row of rows)
    await decide(kind, row.id, approval).catch(({ message }) =>
      refusals.push(plain(`${row.id}: ${message}`)),
    );
  if (refusals.length > 0) throw new Error(refusals.join("\n"));
}

async function reject(name, start, ...reason) {
  const kind = kindOf(name);
  const { id } = await findWaiting(kind, start);
  const { rejection = (rejectionReason) => ({ status: "rejected", rejectionReason }) } = kind;
  await decide(kind, id, rejection(reason.join(" ")));
}

/** Takes a withdrawal in hand before it is paid at the bank, or puts it back. */
function hold(inHand) {
  const { path } = decisionKinds.withdrawal;
  return async (start) => {
    const { id } = await findWaiting(decisionKinds.withdrawal, start);
    await say("PUT", `${path}/${id}/hand`, { inHand });
    if (inHand) await show("withdrawal", id);
  };
}

/** Opens one row: what lists mask stands in it. */
async function show(name, start) {
  const kind = kindOf(name);
  const { id } = await findWaiting(kind, start);
  const [row] = Object.values(await ask("GET", `${kind.path}/${id}`));
  console.log(
    `  ${id}\n  ${plain(kind.describe({ ...row, cardMasked: row.cardNumber ?? row.cardMasked }))}`,
  );
  console.log(
    `  0${plain(row.person.phone)}, ${row.uploadId ? "with a picture" : "without a picture"}`,
  );
}

async function image(name, id) {
  const { uploadId } = await findWaiting(kindOf(name), id);
  if (!uploadId) throw new Error("It has no picture. `show` opens the row itself.");
  const { url, expiresAt } = await ask("GET", `/uploads/${uploadId}/link`);
  console.log(`${target().url}${url}\nuntil ${expiresAt}`);
}

function kindOf(name) {
  if (!Object.hasOwn(decisionKinds, name ?? ""))
    throw new Error(`Say what it is: ${Object.keys(decisionKinds).join(", ")}.`);
  return decisionKinds[name];
}

function decide({ path }, id, verdict) {
  return say("PUT", `${path}/${id}`, verdict);
}
