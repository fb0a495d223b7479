import { createHash, randomBytes } from "node:crypto";
import { ask, nameOf, need, say, target } from "./desk/desk-call.mjs";
import { keyCommands } from "./desk/desk-keys.mjs";
import { personCommands } from "./desk/desk-people.mjs";

/** `npm run desk`: what an operator of the shop does, by hand or from a program. DESK_URL and DESK_TOKEN point it at a deployed shop. */

const HELP = `npm run desk -- <command>

  list                                        everything that waits, with the beginnings of ids
  approve card|identity <id|all>
  approve withdrawal <id> <reference>         say that it was paid, with the bank's reference
  reject card|identity|withdrawal <id> <reason>
  image card|identity <id>                    an address at which its picture is seen for two minutes
  tickets                                     tickets that are not closed
  ticket <ticket>                             one of them with its messages
  answer <ticket> <text>
  close <ticket>
  begin <item>                                from now on its buyer cannot cancel it
  deliver <item> <code…>                      one code for each unit
  refund <item> <reason>
  sign-out <phone>                            end every session of a person, also by their id
  export <phone>                              all that is kept about them, as JSON
  forget <phone> <reason>                     delete it, as far as the books allow
  payments                                    what the gateway has money for and the shop has no row of
  adopt <authority> <toman> <phone>           credit such a payment to the wallet of who paid it
  settle <review> on_card|in_shop <note>      where the money of a payment or refund in review is, as the gateway's panel says
  token <name>                                a new token for an operator, and the setting that lets it in
  keys                                        which keys seal how much
  add-key [file]                              a new key beside those in the file, or in the secrets of the local shop
  remove-key <version> [file]                 one that seals nothing any more

An id may be cut after as many letters as tell it from the others.
DESK_URL and DESK_TOKEN name a shop that runs elsewhere; without them it is the one that \`npm start\` runs.`;

/** A card whose number does not open: it can only be rejected. */
const UNREADABLE = "(cannot be read)";

/** What an operator decides on: where it waits, how a row of it is told, and what a yes says. */
const KINDS = {
  card: {
    path: "/bankcards",
    list: "bankCards",
    tell: (row) =>
      `${row.cardMasked || UNREADABLE}  ${row.cardBank}  ${row.cardOwner}  (${nameOf(row.person)})`,
    yes: () => ({ status: "verified" }),
  },
  identity: {
    path: "/authorizes",
    list: "authorizations",
    tell: (row) => `${row.cardMasked || UNREADABLE}  ${row.cardOwner}  (${nameOf(row.person)})`,
    yes: () => ({ status: "verified" }),
  },
  withdrawal: {
    path: "/withdrawals",
    list: "withdrawals",
    tell: (row) =>
      `${row.amount} toman to ${row.cardNumber || UNREADABLE}  ${row.cardBank}  ${row.cardOwner}  (${nameOf(row.person)})`,
    yes: (words) => ({
      status: "paid",
      reference: need(words.join(" "), "Give the bank's reference of the payment."),
    }),
    isOneByOne: true,
  },
};
const DELIVERIES = {
  path: "/deliveries",
  list: "deliveries",
  id: "orderItemId",
  tell: (row) =>
    `${row.quantity} × ${row.productName}  ${row.deliveryStatus}  (${nameOf(row.person)})`,
};
const REVIEWS = {
  path: "/reviews",
  list: "reviews",
  tell: (row) =>
    `${row.kind} of ${row.amount} toman, ${row.authority}, reference ${row.refId ?? "unknown"}${row.reason ? `: ${row.reason}` : ""}  (${nameOf(row.person)})`,
};
const TICKETS = {
  path: "/tickets",
  list: "tickets",
  queries: ["status=Open", "status=User Responded", "status=In Progress", "status=Owner Responded"],
  tell: (row) => `${row.status}: ${row.title}  (${nameOf(row.person)})`,
};

const commands = {
  ...keyCommands,
  ...personCommands,
  list: async () => {
    for (const [name, kind] of Object.entries({ ...KINDS, delivery: DELIVERIES, review: REVIEWS }))
      print(name, kind, await waiting(kind));
    const unanswered = { ...TICKETS, queries: TICKETS.queries.slice(0, 2) };
    print("ticket", unanswered, await waiting(unanswered));
  },
  approve: async (name, id, ...words) => {
    const kind = kindOf(name);
    // What came in since the list was read has not been paid.
    if (id === "all" && kind.isOneByOne)
      throw new Error("Each is paid by itself: give its id and the bank's reference.");
    const rows = id === "all" ? await waiting(kind) : [await find(kind, id)];
    if (rows.length === 0) console.log("Nothing waits.");
    const verdict = kind.yes(words);
    const refusals = [];
    // One that cannot be approved keeps no other waiting.
    for (const row of rows)
      await decide(kind, row.id, verdict).catch(({ message }) =>
        refusals.push(`${row.id}: ${message}`),
      );
    if (refusals.length > 0) throw new Error(refusals.join("\n"));
  },
  reject: async (name, id, ...reason) => {
    const kind = kindOf(name);
    const { id: whole } = await find(kind, id);
    await decide(kind, whole, { status: "rejected", rejectionReason: reason.join(" ") });
  },
  image: async (name, id) => {
    const { uploadId } = await find(kindOf(name), id);
    if (!uploadId) throw new Error("It has no picture.");
    const { url, expiresAt } = await ask("GET", `/uploads/${uploadId}/link`);
    console.log(`${target().url}${url}\nuntil ${expiresAt}`);
  },
  tickets: async () => print("ticket", TICKETS, await waiting(TICKETS)),
  ticket: async (id) => {
    const { ticket } = await ask("GET", `/tickets/${(await find(TICKETS, id)).id}`);
    console.log(
      `${ticket.title} (${ticket.status}), ${nameOf(ticket.person)} 0${ticket.person.phone}\n\n${ticket.description}`,
    );
    for (const { senderType, createdAt, content } of ticket.Messages.toReversed())
      console.log(`\n${senderType === "buyer" ? "Shopper" : "Shop"}, ${createdAt}\n${content}`);
  },
  answer: async (id, ...text) =>
    say("POST", `/tickets/${(await find(TICKETS, id)).id}/messages`, { content: text.join(" ") }),
  close: async (id) =>
    say("PUT", `/tickets/${(await find(TICKETS, id)).id}/status`, { status: "Closed" }),
  begin: async (id) =>
    say("PUT", `/deliveries/${(await find(DELIVERIES, id)).orderItemId}`, { status: "processing" }),
  deliver: async (id, ...codes) =>
    say("POST", `/deliveries/${(await find(DELIVERIES, id)).orderItemId}/codes`, { codes }),
  refund: async (id, ...reason) => {
    // What was delivered already waits nowhere; then the id has to be whole.
    const rows = (await waiting(DELIVERIES)).filter(
      ({ orderItemId }) => id && orderItemId.startsWith(id),
    );
    const whole = rows.length === 1 ? rows[0].orderItemId : need(id, "Which item? Give its id.");
    const { message, toWallet, toCard } = await ask(
      "POST",
      `/order-items/${encodeURIComponent(whole)}/refund`,
      {
        reason: reason.join(" "),
      },
    );
    console.log(`${message} (${toWallet} toman to the wallet, ${toCard} toman to the card)`);
  },
  settle: async (id, moneyIs, ...note) =>
    say("PUT", `/reviews/${(await find(REVIEWS, id)).id}`, { moneyIs, note: note.join(" ") }),
  token: (name) => {
    need(name, "Whose token? Give the operator's name.");
    const token = randomBytes(32).toString("base64url");
    const hash = createHash("sha256").update(token).digest("hex");
    console.log(`The token, for ${name} alone (DESK_TOKEN):\n  ${token}`);
    console.log(
      `The shop is told its hash, beside those of others (DESK_TOKENS):\n  ${JSON.stringify({ [name]: hash })}`,
    );
  },
};

try {
  const [name, ...words] = process.argv.slice(2);
  if (name === undefined) console.log(HELP);
  else if (Object.hasOwn(commands, name)) await commands[name](...words);
  else throw new Error(`There is no command “${name}”.\n\n${HELP}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function kindOf(name) {
  if (!Object.hasOwn(KINDS, name ?? ""))
    throw new Error(`Say what it is: ${Object.keys(KINDS).join(", ")}.`);
  return KINDS[name];
}

function print(name, { tell, id = "id" }, rows) {
  console.log(`${name}: ${rows.length === 0 ? "nothing waits" : ""}`);
  const ids = rows.map((row) => row[id]);
  for (const row of rows) console.log(`  ${cutId(row[id], ids)}  ${tell(row)}`);
}

/** Eight letters, or more where they do not tell an id from the others. */
function cutId(id, ids) {
  for (let length = 8; length < id.length; length++) {
    const start = id.slice(0, length);
    if (ids.filter((other) => other.startsWith(start)).length === 1) return start;
  }
  return id;
}

/** All rows of a kind that wait, page after page. */
async function waiting({ path, list, queries = [""] }) {
  const rows = [];
  for (const query of queries) {
    let cursor = null;
    do {
      const page = await ask(
        "GET",
        `${path}?${new URLSearchParams(query)}${cursor === null ? "" : `&cursor=${cursor}`}`,
      );
      rows.push(...page[list]);
      cursor = page.nextCursor;
    } while (cursor !== null);
  }
  return rows;
}

async function find(kind, start) {
  need(start, "Which one? Give the beginning of its id.");
  const rows = (await waiting(kind)).filter((row) => row[kind.id ?? "id"].startsWith(start));
  if (rows.length === 0) throw new Error(`Nothing that waits has an id beginning with ${start}.`);
  if (rows.length > 1) throw new Error(`${rows.length} ids begin with ${start}: give more of it.`);
  return rows[0];
}

function decide({ path }, id, verdict) {
  return say("PUT", `${path}/${id}`, verdict);
}
