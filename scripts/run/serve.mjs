import { ask, entranceLink } from "../desk/call.mjs";
import { onEndAsked } from "./process-group.mjs";
import { buildPages, fillHistory, migrate, readDemoPhone, seed } from "./prepare.mjs";
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
  const say = (sentence) => () => console.log(sentence);
  // Refuses a folder of an older schema before the pages are built, which takes a minute.
  isUpToDate(dataDir);
  if (!(await buildPages(say("2/5 building the pages…")))) console.log("2/5 pages are built");
  const lock = lockData(dataDir);
  try {
    if (!(await migrate(dataDir, say("3/5 bringing the database up to date…"))))
      console.log("3/5 database is up to date");
    const isFilled = await seed(dataDir, say("4/5 filling the shop…"));
    if (!(await fillHistory(dataDir)) && !isFilled) console.log("4/5 shop is filled");
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
    // People who try the shop change browsers all day.
    shopVars: { SECOND_CODE: "off" },
  });
  const { secret } = await ask("POST", "/links");
  console.log(`5/5 running

  Shop          ${stack.url}
  Desk          ${entranceLink(secret)}
  SMS inbox     ${stack.bankUrl}/sandbox/
  Demo shopper  0${demoPhone}

The desk's link opens it once; \`npm run desk -- makeLink\` makes another.
Ctrl-C ends it. The log is ${stack.logFile}`);
  throw new Error(await stack.whenDied);
}
