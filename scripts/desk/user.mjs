import { ask, nameOf, need, say } from "./call.mjs";

/** See "Personal data" in docs/operations.md. A person is named by the phone or by the whole id. */
export const userCommands = {
  "sign-out": async (who) => say("POST", `${await pathOf(who)}/sign-out`),
  export: async (who) =>
    console.log(JSON.stringify(await ask("GET", `${await pathOf(who)}/export`), null, 2)),
  freeze: async (kind, who, ...reason) =>
    say("POST", "/freezes", {
      kind: need(kind, "Say what: person, card, identity or device."),
      id: kind === "person" || kind === "device" ? await findPerson(who) : who,
      reason: reason.join(" "),
    }),
  frozen: async () => {
    const { freezes } = await ask("GET", "/freezes");
    for (const { id, frozenAt, frozenBy, people, cards, devices, reason } of freezes) {
      const names = people.map((person) => nameOf(person)).join("، ");
      console.log(`${id}  ${frozenAt}  ${frozenBy}  ${names}  cards ${cards}  devices ${devices}`);
      console.log(`  ${reason}`);
    }
    if (freezes.length === 0) console.log("Nobody is frozen.");
  },
  release: async (id, ...reason) =>
    say("POST", `/freezes/${need(id, "Which freeze?")}/release`, { reason: reason.join(" ") }),
  revoke: async (kind, id, ...reason) => {
    const path = { card: "/bankcards", identity: "/authorizes" }[kind];
    need(path, "Say what: card or identity.");
    await say("POST", `${path}/${need(id, "Which one?")}/revocation`, { reason: reason.join(" ") });
  },
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
