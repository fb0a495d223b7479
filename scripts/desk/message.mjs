import { ask, nameOf, need } from "./call.mjs";

/** Messages that were not sent after all attempts, and whether the jobs keep up. */
export const messageCommands = {
  messages: async (option, since) => {
    if (option !== undefined) return sendAgain(option, since);
    let cursor = null;
    do {
      const page = await ask("GET", `/messages${cursor === null ? "" : `?cursor=${cursor}`}`);
      for (const { channel, template, person, givenUpAt } of page.messages)
        console.log(`  ${givenUpAt}  ${channel} ${template}  (${nameOf(person)})`);
      cursor = page.nextCursor;
    } while (cursor !== null);
  },
  health: async () => console.log(JSON.stringify(await ask("GET", "/health"), null, 2)),
};

async function sendAgain(option, since) {
  const time = new Date(since ?? "");
  need(option === "--again" && !Number.isNaN(time.getTime()), "Since when? messages --again TIME");
  const { count } = await ask("POST", "/messages/again", { since: time.toISOString() });
  console.log(`${count} messages are sent again within minutes.`);
}
