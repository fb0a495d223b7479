import { ask, need, say } from "./call.mjs";
import { plainJson } from "./print.mjs";

/** See "Personal data" in docs/operations.md. A person is named by the phone or by the whole id. */
export const userCommands = {
  "sign-out": async (who) => say("POST", `${await pathOf(who)}/sign-out`),
  export: async (who) => console.log(plainJson(await ask("GET", `${await pathOf(who)}/export`))),
  forget: async (who, ...reason) =>
    say("POST", `${await pathOf(who)}/forget`, { reason: reason.join(" ") }),
};

/** Returns the id of a person who is named by the phone or by the id itself. */
export async function findPerson(who) {
  need(who, "Who? Give the phone or the id.");
  if (!/^[+\d۰-۹٠-٩ ]+$/.test(who)) return who;
  return (await ask("POST", "/people/find", { phone: who })).person.id;
}

async function pathOf(who) {
  return `/people/${encodeURIComponent(await findPerson(who))}`;
}
