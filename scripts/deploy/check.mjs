import { setTimeout } from "node:timers/promises";
import { Refused } from "../own/refused.mjs";

/** How long a new domain gets to answer: its certificate takes minutes, the jobs one. */
const WAIT_MS = 5 * 60_000;
const PAUSE_MS = 2_000;
/** Marks of what Cloudflare adds to a page when its features are not switched off. */
const ADDED =
  /\/cdn-cgi\/(?:l\/email-protection|scripts\/|zaraz\/)|static\.cloudflareinsights\.com/;

/** Looks at the shop as a shopper does, and says what is wrong. */
export async function checkFromOutside(origin) {
  console.log(`→ check, at ${origin}`);
  const end = Date.now() + WAIT_MS;
  let last = "";
  for (let first = true; first || Date.now() < end; first = false) {
    if (!first) await setTimeout(PAUSE_MS);
    last = await askUp(origin);
    if (last === "out")
      throw new Refused(
        "Everything is deployed, and the shop is out. `npm run deploy -- back` lets everybody in.",
      );
    if (last === "ok") break;
    if (first) console.log(`    not yet: ${last}`);
  }
  if (last !== "ok")
    throw new Refused(
      `Everything is deployed, but ${origin}/up says “${last}”. A new domain may take some minutes longer; \`npx wrangler tail -c dist/deploy/shop.json\` shows what the shop logs. \`npm run deploy\` looks again.`,
    );
  // A shop that is closed at the desk shows this page too.
  const page = await fetch(`${origin}/terms`, { redirect: "manual" });
  const text = await page.text();
  if (page.status !== 200) throw new Refused(`${origin}/terms answers with status ${page.status}.`);
  const added = ADDED.exec(text)?.[0];
  if (added !== undefined)
    throw new Refused(
      `Cloudflare changes the pages of ${origin} (${added}). Switch the feature off in the zone's settings.`,
    );
}

async function askUp(origin) {
  try {
    const { status } = await (await fetch(`${origin}/up`)).json();
    return typeof status === "string" ? status : "no status";
  } catch (error) {
    return error.cause?.code ?? error.message;
  }
}
