import { ask, nameOf, need } from "./call.mjs";
import { plainJson } from "./print.mjs";
import { listWaiting } from "./waiting.mjs";

/** Messages that were not sent after all attempts, and whether the jobs keep up. */
export const messageCommands = {
  messages: async (option, since) => {
    if (option !== undefined) return sendAgain(option, since);
    const messages = await listWaiting({ path: "/messages", list: "messages" });
    for (const { channel, template, person, givenUpAt } of messages)
      console.log(`  ${givenUpAt}  ${channel} ${template}  (${nameOf(person)})`);
  },
  health: async () => console.log(plainJson(await ask("GET", "/health"))),
};

async function sendAgain(option, since) {
  const time = new Date(since ?? "");
  need(option === "--again" && !Number.isNaN(time.getTime()), "Since when? messages --again TIME");
  const { count } = await ask("POST", "/messages/again", { since: time.toISOString() });
  console.log(`${count} messages are sent again within minutes.`);
}
