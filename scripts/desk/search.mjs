import { ask, need } from "./call.mjs";
import { plain } from "./print.mjs";

/** Searches that found nothing, the most frequent first. */
export const searchCommands = {
  searches: async (days = "7") => {
    need(/^[1-9]\d?$/.test(days), "Of how many days? searches 30");
    const { searches } = await ask("GET", `/searches?days=${days}`);
    if (searches.length === 0) console.log("Nothing was looked for in vain.");
    for (const { query, count, lastDay } of searches)
      console.log(`  ${String(count).padStart(5)}  ${lastDay}  ${plain(query)}`);
  },
};
