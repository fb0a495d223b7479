import { ask, need, say } from "./desk-call.mjs";

/** What an operator does for a person who asks. A person is named by the phone or by the whole id. docs/operations.md, Personal data. */
export const personCommands = {
  "sign-out": async (who) => say("POST", `/people/${await idOf(who)}/sign-out`),
  export: async (who) => console.log(JSON.stringify(await ask("GET", `/people/${await idOf(who)}/export`), null, 2)),
  forget: async (who, ...reason) => say("POST", `/people/${await idOf(who)}/forget`, { reason: reason.join(" ") }),
};

export async function idOf(who) {
  need(who, "Who? Give the phone or the id.");
  if (!/^[+\d۰-۹٠-٩ ]+$/.test(who)) return encodeURIComponent(who);
  return encodeURIComponent((await ask("POST", "/people/find", { phone: who })).person.id);
}
