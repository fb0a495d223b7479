import { ask, need, say } from "./desk-call.mjs";

/** What an operator does for a person who asks, and with money that is somebody's. A person is named by the phone or by the whole id. docs/operations.md, Personal data. */
export const personCommands = {
  "sign-out": async (who) => say("POST", `/people/${await idOf(who)}/sign-out`),
  export: async (who) =>
    console.log(JSON.stringify(await ask("GET", `/people/${await idOf(who)}/export`), null, 2)),
  payments: async () => {
    let cursor = null;
    do {
      const page = await ask("GET", `/stray-payments${cursor === null ? "" : `?cursor=${cursor}`}`);
      for (const { authority, amount, lastSeenAt } of page.strayPayments)
        console.log(`  ${authority}  ${amount} toman, last seen ${lastSeenAt}`);
      cursor = page.nextCursor;
    } while (cursor !== null);
  },
  adopt: async (authority, amount, who) => {
    need(authority && amount, "Which payment? Give its authority and its amount in toman.");
    await say("POST", "/stray-payments", {
      authority,
      amount: Number(amount),
      personId: decodeURIComponent(await idOf(who)),
    });
  },
  forget: async (who, ...reason) =>
    say("POST", `/people/${await idOf(who)}/forget`, { reason: reason.join(" ") }),
};

async function idOf(who) {
  need(who, "Who? Give the phone or the id.");
  if (!/^[+\d۰-۹٠-٩ ]+$/.test(who)) return encodeURIComponent(who);
  return encodeURIComponent((await ask("POST", "/people/find", { phone: who })).person.id);
}
