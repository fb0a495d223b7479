import { ask, nameOf, say } from "./call.mjs";
import { printOpenings } from "./delivery.mjs";
import { plain, quoted } from "./print.mjs";
import { findWaiting, listWaiting, printRows, readNumber } from "./waiting.mjs";

const TICKETS = {
  path: "/tickets",
  list: "tickets",
  number: "number",
  queries: ["status=Open", "status=User Responded", "status=In Progress", "status=Owner Responded"],
  describe: (row) => `${row.number}  ${row.status}: ${row.title}  (${nameOf(row.person)})`,
};
/** The tickets whose last message is the shopper's. */
export const UNANSWERED_TICKETS = { ...TICKETS, queries: TICKETS.queries.slice(0, 2) };

export const ticketCommands = {
  tickets: async () => printRows("ticket", TICKETS, await listWaiting(TICKETS)),
  ticket: async (start) => {
    const { ticket } = await ask("GET", await pathOf(start));
    const { number, title, status, person, description } = ticket;
    console.log(
      `${number} ${plain(title)} (${status}), ${nameOf(person)} 0${person.phone}\n\n` +
        quoted(description),
    );
    if (ticket.codes.length > 0) console.log(`Codes of item ${ticket.orderItem.id}:`);
    printOpenings(ticket.codes);
    for (const { senderType, createdAt, content } of ticket.Messages.toReversed())
      console.log(
        `\n${senderType === "buyer" ? "Shopper" : "Shop"}, ${createdAt}\n${quoted(content)}`,
      );
  },
  answer: async (start, ...text) =>
    say("POST", `${await pathOf(start)}/messages`, { content: text.join(" ") }),
  close: async (start) => say("PUT", `${await pathOf(start)}/status`, { status: "Closed" }),
};

async function pathOf(start) {
  const number = readNumber(start);
  return `${TICKETS.path}/${number ?? (await findWaiting(TICKETS, start)).id}`;
}
