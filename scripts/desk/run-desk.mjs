import { catalogueCommands } from "./catalogue.mjs";
import { codesCommands } from "./codes.mjs";
import { decisionCommands, decisionKinds } from "./decision.mjs";
import { DELIVERIES, deliveryCommands } from "./delivery.mjs";
import { logCommands } from "./log.mjs";
import { operatorCommands } from "./operator.mjs";
import { freezeCommands } from "./freeze.mjs";
import { keyCommands } from "./key.mjs";
import { letInCommands } from "./let-in.mjs";
import { LOOKS, lookCommands } from "./look.mjs";
import { messageCommands } from "./message.mjs";
import { REVIEWS, paymentCommands } from "./payment.mjs";
import { searchCommands } from "./search.mjs";
import { UNANSWERED_TICKETS, ticketCommands } from "./ticket.mjs";
import { supplyCommands } from "./supply.mjs";
import { userCommands } from "./user.mjs";
import { listWaiting, printRows } from "./waiting.mjs";

const HELP = `npm run desk -- <command>

  list                                        everything that waits, with the beginnings of ids
  image card|identity <id>                    a link that shows its picture for two minutes
  show card|identity|withdrawal <id>          one of them, with what lists mask
  approve card|identity <id|all>              what you have seen within the hour
  approve card <id> --override=<reason>       although its owner is not the proven one: a second
                                              person confirms it; so too for a withdrawal
  approve name|income <id> <reason>           other names; income of an inviter who looks like
                                              the invitee
  take <withdrawal>                           take it in hand before paying it: its owner can no
                                              longer take it back
  put-back <withdrawal>                       put it back unpaid
  approve withdrawal <id> <reference>         say that it was paid, with the bank's reference;
                                              above a sum somebody else confirms it
  reject card|identity|withdrawal|name|income <id> <reason>
  tickets                                     tickets that are not closed
  ticket <ticket>                             one ticket with its messages
  answer <ticket> <text>
  close <ticket>
  begin <item>                                start a delivery: its buyer can no longer cancel it
  deliver <item> [--sure] [--file PATH]       one code for each unit, from the standard input or a
                                              file, one on each line
  order <order>                               any order, with its items and codes
  item <item>                                 an item, and which of its codes were opened
  refund <item> [--opened] <reason>           --opened says that you know that codes were opened;
                                              somebody else confirms such a refund
  refund-code <item> <code> [--opened] <reason>
                                              give back one code of an item
  replace <code> [--by-hand [--sure] [--file PATH]] <reason>
                                              put another code in the place of a bad one; its text
                                              only when the item is delivered by hand
  codes add <product> <file> [--supplier=NAME --cost=TOMAN] [--invoice=] [--dollar=TOMAN]
                             [--column=N|line] [--take=DOUBT,…] [--sure]
                                              look at a file of codes; with a supplier and a cost for
                                              each code add what is new in it
  looks                                       paid orders that are held until somebody looked
  release-order <order> <reason>              deliver one of them
  refund-order <order> <reason>               give all of its money back
  sign-out <phone>                            end every session of a person
  freeze person|device <phone> <reason>       stop a person, or everybody who signs in on their
                                              devices: no purchase, payout, reading or gift
  freeze card|identity <id> <reason>          stop a card or an identity, with everybody who has it
  frozen                                      who and what is frozen
  release <freeze> <reason>
  revoke card|identity <id> <reason>          take a verification back, when somebody else confirms
  export <phone>                              all data kept about a person, as JSON
  forget <phone> <reason>                     delete a person's data, as far as the books allow, when
                                              somebody else confirms
  payments                                    payments of the gateway that the shop does not know
  adopt <authority> <toman> <phone>           credit such a payment to the wallet of its payer
  settle <review> on_card|in_shop <note>      say where the money of a payment or refund in review
                                              is, according to the gateway's panel
  messages                                    messages that were given up
  messages --again <since>                    send again what was given up since a time, like
                                              2026-11-23T08:00:00Z
  import <catalogue.json> [--yes]             say what a file of categories, subcategories and
                                              products makes and changes, and carry it out
  supply                                      suppliers, what they bring, and what is stuck
  supply <product> shelf|both|supplier <number> <value> <ceiling> [ceiling a day]
                                              where the codes of a product come from; a value like
                                              25 or 12.50EUR, ceilings in toman
  supply rate <supplier> <toman, or "follow"> [ceiling a day] [low balance]
                                              toman for one unit of its currency
  supply again <ref>                          ask a supplier again; nothing is bought twice
  searches [days]                             what people looked for in vain, in 7 days or more
  health                                      whether the jobs keep up, and what is overdue
  secret                                      a secret for the first owner, and its SHA-256
  first-owner <name> <phone> [--file PATH]    enter as the first owner, with that secret
  enter [--file PATH]                         accept an invitation, with its link or secret
  link                                        a one-time link that opens the desk in a browser
  me                                          who you are, and until when
  operators                                   everybody at the desk, with their tokens
  invite <name> <role> <phone> [areas]        viewer, support, finance or owner; areas with commas,
                                              such as goods,codes (else all that the role brings)
  invite-again <name>                         when a token was lost or ran out
  let-in <owner> [--remote]                   when no owner can enter any more: writes into the
                                              database, for whoever may do that
  role <name> <role> [areas]
  end-operator <name>
  token <role> [days] <label>                 a token for a program of yours
  tokens
  end-token <id>
  proposals                                   what waits for a second person
  confirm <proposal>                          as the second person
  drop <proposal>
  decisions [operator] [--since DAY]          what was decided and looked at, with sums per day
  keys                                        how many texts each key seals
  add-key [file]                              add a new key to a file, or to the local shop
  remove-key <version> [file]                 remove a key that seals nothing any more

A ticket or a held order may be given by its number, an item by the number of an order that has no other. An id may be shortened as long as no other id begins the same. A person may also be given by the id.
DESK_URL and DESK_TOKEN (or DESK_TOKEN_FILE, a file that holds it) name a shop that runs elsewhere.
Without them it is the local shop, which \`npm start\` runs.`;

const commands = {
  list,
  ...decisionCommands,
  ...ticketCommands,
  ...deliveryCommands,
  ...codesCommands,
  ...paymentCommands,
  ...lookCommands,
  ...messageCommands,
  ...catalogueCommands,
  ...searchCommands,
  ...supplyCommands,
  ...userCommands,
  ...freezeCommands,
  ...operatorCommands,
  ...letInCommands,
  ...logCommands,
  ...keyCommands,
};

/** `npm run desk`: the calls of an operator, made by hand or by a program. */
export default async function runDesk([name, ...words]) {
  try {
    if (name === undefined) console.log(HELP);
    else if (Object.hasOwn(commands, name)) await commands[name](...words);
    else throw new Error(`There is no command “${name}”.\n\n${HELP}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

async function list() {
  const kinds = {
    ...decisionKinds,
    look: LOOKS,
    delivery: DELIVERIES,
    review: REVIEWS,
    ticket: UNANSWERED_TICKETS,
  };
  for (const [name, kind] of Object.entries(kinds)) printRows(name, kind, await listWaiting(kind));
}
