import { catalogueCommands } from "./catalogue.mjs";
import { codesCommands } from "./codes.mjs";
import { entryCommands } from "./entry.mjs";
import { drawHelp } from "./help.mjs";
import { keyCommands } from "./key.mjs";
import { letInCommands } from "./let-in.mjs";
import { makeCall } from "./make-call.mjs";

const PAGE = `npm run desk -- <call> [ids] [field=value …]

Every call of the desk by its name:
  help [word]                                 all of them, or those that a word is about
  help <call>                                 one of them: its fields, limits and refusals
  listQueue                                   without fields; this shows everything that waits
  listOrders state=paid limit=5               fields by their names
  getDeskOrder 6562318                        ids of the path, in their order
  refundItem ID codeIds=ONE,TWO reason="…"    a list; a text with a comma in it as ["…"]
  changePrice ID seen.price=100000 …          a field within a field; true, false, null as words
  answerTicket ID content=@answer.txt         from a file; content=- from the standard input
  publishPrices body=@prices.json             the whole body as JSON
Behind it: --json prints all of the answer as JSON, --only=FIELD one of its fields alone.

By hand, what reads files and secrets or is more than one call:
  codes add <product> <file> [--supplier=NAME --cost=TOMAN] [--invoice=] [--dollar=TOMAN]
                             [--column=N|line] [--take=DOUBT,…] [--sure]
                                              look at a file of codes; with a supplier and a cost for
                                              each code add what is new in it
  import <catalogue.json> [--yes]             say what a file of categories, subcategories and
                                              products makes and changes, and carry it out
  secret                                      a secret for the first owner, and its SHA-256
  first-owner <name> <phone>                  enter as the first owner, with that secret
  enter                                       accept an invitation, with its link or secret
  let-in <owner> [--remote]                   when no owner can enter any more: writes into the
                                              database, for whoever may do that
  add-key [file]                              add a new key to a file, or to the local shop
  remove-key <version> [file]                 remove a key that seals nothing any more

DESK_URL and DESK_TOKEN (or DESK_TOKEN_FILE, a file that holds it) name a shop that runs elsewhere.
Without them it is the local shop, which \`npm start\` runs.`;

const commands = {
  help: (word) => console.log(drawHelp(word)),
  ...codesCommands,
  ...catalogueCommands,
  ...entryCommands,
  ...letInCommands,
  ...keyCommands,
};

/**
 * `npm run desk`: the calls of an operator, made by hand or by a program.
 * @param {string[]} words
 */
export default async function runDesk([name, ...words]) {
  try {
    if (name === undefined) console.log(PAGE);
    else if (Object.hasOwn(commands, name)) await commands[name](...words);
    else await makeCall(name, words);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
