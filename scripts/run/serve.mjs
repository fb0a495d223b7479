import { ask, entranceLink } from "../desk/call.mjs";
import { onEndAsked } from "./process-group.mjs";
import { buildPages, fillHistory, readDemoPhone, seed } from "./prepare.mjs";
import { lockData } from "./lock.mjs";
import { isUpToDate } from "./schema-stamp.mjs";
import { readRunSettings } from "./setup.mjs";
import { startStack } from "./stack.mjs";

/** `npm start`: builds the pages, fills the database and runs the shop until it is ended. */
export default async function serve() {
  const { port, dataDir } = readRunSettings();
  /** @type {Awaited<ReturnType<typeof startStack>> | null} */
  let stack = null;
  onEndAsked(async () => {
    await stack?.stop();
    process.exit(0);
  });
  // Throws for a folder with another schema before the pages are built, because building takes half
  // a minute.
  isUpToDate(dataDir);
  const lock = lockData(dataDir);
  try {
    await prepare(dataDir);
  } finally {
    lock.release();
  }
  const demoPhone = await readDemoPhone();
  stack = await startStack({
    port,
    dataDir,
    edge: true,
    demoPhone,
    cron: true,
    zibal: true,
    reloadly: true,
    // People who try the shop often change browsers, and each new browser would need a second code.
    shopVars: { SECOND_CODE: "off" },
  });
  const { secret } = await ask("POST", "/links");
  console.log(`3/3 running

  Shop          ${stack.url}
  Desk          ${entranceLink(secret)}
  SMS inbox     ${stack.bankUrl}/sandbox/
  Demo shopper  0${demoPhone}

The desk's link opens it once; \`npm run desk -- makeLink\` makes another.
Ctrl-C ends it. The log is ${stack.logFile}`);
  throw new Error(await stack.whenDied);
}

/** Builds the pages, and fills the database at the same time. */
async function prepare(dataDir) {
  const say = (work) => () => console.log(`2/3 ${work}…`);
  const fill = async () => {
    const isNew = await seed(dataDir, say("filling the shop"));
    return (await fillHistory(dataDir)) || isNew;
  };
  // Waits for both, also if one of them fails, because the folder must stay locked until both have
  // ended.
  const ends = await Promise.allSettled([buildPages(say("building the pages")), fill()]);
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  if (ends.every(({ value: isNew }) => !isNew)) console.log("2/3 pages and shop are up to date");
}
