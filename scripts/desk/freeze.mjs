import { ask, nameOf, need, say } from "./call.mjs";
import { plain, quoted } from "./print.mjs";
import { findPerson } from "./user.mjs";

/** Stopping people, cards and devices, and taking verifications back. */
export const freezeCommands = {
  freeze: async (kind, who, ...reason) =>
    say("POST", "/freezes", {
      kind: need(kind, "Say what: person, card, identity or device."),
      id: kind === "person" || kind === "device" ? await findPerson(who) : who,
      reason: reason.join(" "),
    }),
  frozen,
  release: async (id, ...reason) =>
    say("POST", `/freezes/${need(id, "Which freeze?")}/release`, { reason: reason.join(" ") }),
  revoke: async (kind, id, ...reason) => {
    const path = { card: "/bankcards", identity: "/authorizes" }[kind];
    need(path, "Say what: card or identity.");
    await say("POST", `${path}/${need(id, "Which one?")}/revocation`, { reason: reason.join(" ") });
  },
};

async function frozen() {
  const { freezes } = await ask("GET", "/freezes");
  for (const { id, frozenAt, frozenBy, people, cards, devices, reason } of freezes) {
    const names = people.map((person) => nameOf(person)).join("، ");
    console.log(
      plain(`${id}  ${frozenAt}  ${frozenBy}  ${names}  cards ${cards}  devices ${devices}`),
    );
    console.log(quoted(reason));
  }
  if (freezes.length === 0) console.log("Nobody is frozen.");
}
