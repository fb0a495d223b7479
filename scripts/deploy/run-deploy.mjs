import { buildPages } from "../run/prepare.mjs";
import { programs } from "../run/root.mjs";
import { runNode } from "../run/run-program.mjs";
import { openQuestions } from "./ask.mjs";
import { checkFromOutside } from "./check.mjs";
import { Refused, createCloudflare } from "./cloudflare.mjs";
import { readOwn } from "./own.mjs";
import { changeSecret, hasSealed, makeSecrets, openSecrets, sentOf } from "./secrets.mjs";
import * as steps from "./steps.mjs";
import { surveyAccount } from "./survey.mjs";

const HELP = `npm run deploy             deploys the shop, or upgrades it; can be stopped anywhere and run again
npm run deploy -- out      takes the shop out: one page instead of everything
npm run deploy -- back     ends that
npm run deploy -- secret NAME   changes one secret of the shop, and its sealed copy
npm run -s deploy -- show NAME   prints one secret from the sealed copy
npm run deploy -- link     prints the link with which the first owner enters the desk
  --check=ORIGIN           looks at the shop at this address instead of its domain`;

/** Deploys, upgrades, takes out or lets in, as the words say. */
export default async function run(words) {
  const questions = openQuestions();
  try {
    const [command = "deploy", name, ...more] = words.filter((word) => !word.startsWith("--"));
    const isKnown = Object.hasOwn(COMMANDS, command) && more.length === 0;
    const needsName = ["secret", "show"].includes(command);
    if (!isKnown || needsName !== (name !== undefined)) throw new Refused(HELP);
    const own = await readOwn(questions);
    const check = words.find((word) => word.startsWith("--check="))?.slice("--check=".length);
    await COMMANDS[command]({ questions, own, name, origin: check ?? `https://${own.domain}` });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  } finally {
    questions.close();
  }
}

const COMMANDS = {
  deploy,
  out: async (context) => {
    const { call, survey } = await openAccount(context);
    await steps.takeOut(call, survey, "an operator");
    console.log("The shop is out. `npm run deploy -- back` ends it.");
  },
  back: async (context) => {
    const { call, survey } = await openAccount(context);
    await steps.letIn(call, survey);
    console.log("The shop is back.");
  },
  secret: async (context) => {
    const { questions, own, name } = context;
    mustHaveSealed();
    const { call, survey } = await openAccount(context);
    if (survey.secrets === null) throw new Refused("The shop is not deployed yet.");
    const value = await changeSecret(questions, settingsOf(own), name);
    await steps.sendSecret(call, survey, "shop", name, value);
    console.log(`The shop has the new ${name}.`);
  },
  show: async ({ questions, own, name }) => {
    mustHaveSealed();
    const value = (await openSecrets(questions, settingsOf(own)))[name];
    if (value === undefined) throw new Refused(`shop.sealed has no ${name}.`);
    console.log(value);
  },
  link: async ({ questions, own }) => {
    mustHaveSealed();
    const secrets = await openSecrets(questions, settingsOf(own));
    console.log(linkOf(own, secrets));
  },
};

function mustHaveSealed() {
  if (!hasSealed()) throw new Refused("There is no shop.sealed in this folder.");
}

async function openAccount({ own, questions }) {
  const call = createCloudflare(await readToken());
  return { call, survey: await surveyAccount(call, own, questions) };
}

/** Returns the token of the environment or of `wrangler login`. */
async function readToken() {
  if (process.env.CLOUDFLARE_API_TOKEN) return process.env.CLOUDFLARE_API_TOKEN;
  const { code, output } = await runNode([programs.wrangler, "auth", "token", "--json"]);
  const token = code === 0 ? /"token": "([^"]+)"/.exec(output)?.[1] : undefined;
  if (token === undefined)
    throw new Refused("Nobody is signed in to Cloudflare. Run `npx wrangler login` first.");
  return token;
}

const settingsOf = (own) => ({ PUBLIC_ORIGIN: `https://${own.domain}`, ...own.settings });
const linkOf = ({ domain }, { OWNER_LINK }) => `https://${domain}/desk/enter#${OWNER_LINK}`;

async function deploy(context) {
  const { own, questions, origin } = context;
  await buildPages(() => console.log("The pages were built from other sources; building them…"));
  const { call, survey } = await openAccount(context);
  const plan = planOf(own, survey);
  console.log(`\n${own.domain}, in the account ${survey.account}:`);
  for (const { does } of plan) console.log(`  - ${does}`);
  if (!(await questions.confirm("\nGo on?"))) throw new Refused("Nothing was changed.");
  const secrets = needsSecrets(own, survey)
    ? await (hasSealed() ? openSecrets : makeSecrets)(questions, settingsOf(own))
    : null;
  const state = { call, own, survey, secrets, databaseId: survey.databaseId, isOut: false };
  await carryOut(plan, state);
  await checkFromOutside(origin);
  console.log("\nThe shop is deployed.");
  if (secrets !== null)
    console.log(
      `The first owner enters the desk with this link, once:\n\n  ${linkOf(own, secrets)}`,
    );
  else if (hasSealed())
    console.log(
      "`npm run deploy -- link` prints the link with which the first owner enters the desk.",
    );
}

/** True for a shop that has no secrets yet. A shop that lacks some is refused. */
function needsSecrets(own, { secrets }) {
  if (own.api_origin !== undefined) return false;
  const lacking = steps.requiredSecrets().filter((name) => !secrets?.includes(name));
  if (secrets === null || lacking.includes("CODE_KEYS")) return true;
  if (lacking.length === 0) return false;
  throw new Refused(
    `This version needs ${lacking.join(", ")}. Run \`npm run deploy -- secret ${lacking[0]}\` first.`,
  );
}

/** The steps of a shop with a backend of its own. */
const EDGE_STEPS = ["configs", "edge", "zone"];

/** Returns the steps that are not done yet, each with what it does in words. */
function planOf(own, survey) {
  const all = allSteps(own, survey);
  return own.api_origin === undefined ? all : all.filter(({ name }) => EDGE_STEPS.includes(name));
}

function allSteps(own, survey) {
  const { databaseId, hasBucket, pending, tutorials, hasEdge } = survey;
  const changesDatabase = pending.length > 0 || tutorials !== steps.tutorialsVersion();
  const isUpgrade = hasEdge && pending.length > 0;
  return [
    databaseId === null && {
      name: "database",
      does: `make the database “${own.database_name}” in ${own.location}, for ever`,
      run: makeDatabase,
    },
    !hasBucket && {
      name: "bucket",
      does: `make the private bucket “${own.bucket_name}”`,
      run: ({ call }) => steps.createBucket(call, survey, own),
    },
    {
      name: "configs",
      does: "write the configs of both workers into dist/deploy/",
      run: ({ databaseId: id }) => steps.writeConfigs(own, survey, id),
    },
    isUpgrade && {
      name: "out",
      does: "take the shop out for the change of its database",
      run: takeOut,
    },
    changesDatabase && {
      name: "schema",
      does: `change the database: ${pending.length} files of the schema, and the tutorials`,
      run: changeDatabase,
    },
    {
      name: "shop",
      does: `deploy the shop${needsSecrets(own, survey) ? " with its secrets" : ""}`,
      run: ({ secrets }) => steps.deployWorker("shop", secrets && sentOf(secrets)),
    },
    {
      name: "edge",
      does: `deploy the pages to https://${own.domain}`,
      run: () => steps.deployWorker("edge"),
    },
    isUpgrade && { name: "back", does: "let everybody in again", run: letIn },
    {
      name: "zone",
      does: "switch off what would rewrite pages: e-mail addresses, scripts, analytics, checks of browsers",
      run: keepPages,
    },
  ].filter((step) => step !== false);
}

async function makeDatabase(state) {
  state.databaseId = await steps.createDatabase(state.call, state.survey, state.own);
}

async function takeOut(state) {
  await steps.takeOut(state.call, state.survey, "upgrade");
  state.isOut = true;
}

async function changeDatabase({ call, survey, own, databaseId }) {
  const bookmark = await steps.readBookmark(call, survey, databaseId);
  console.log(
    `    before it, the database is at the bookmark ${bookmark}\n` +
      `    (npx wrangler d1 time-travel restore ${own.database_name} --bookmark=${bookmark})`,
  );
  await steps.applySchema(survey);
  await steps.optimize(call, survey, databaseId);
}

async function letIn(state) {
  await steps.letIn(state.call, state.survey);
  state.isOut = false;
}

/** A token without the right to change rules is no reason to stop: the operator does it by hand. */
async function keepPages({ call, own, survey }) {
  try {
    await steps.keepPages(call, survey, own.domain);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    console.log(
      `    ${error.message}\n    By hand: in the zone, switch off Email Address Obfuscation, Rocket Loader, Web Analytics and\n    Browser Integrity Check for ${own.domain}.`,
    );
  }
  console.log(
    "    Bot Fight Mode has no rule: leave it off, or monitors and price readers are refused.\n" +
      `    Browsers are told that ${own.domain} and all names below it answer over HTTPS only.`,
  );
}

/** Carries out the steps in their order. Says what stands when one of them fails. */
async function carryOut(plan, state) {
  const done = [];
  for (const { name, run: act } of plan) {
    console.log(`→ ${name}`);
    try {
      await act(state);
      done.push(name);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const back = state.isOut ? await letInAfterFailure(state) : "";
      const stands = done.length > 0 ? `Done: ${done.join(", ")}.` : "Nothing was changed.";
      throw new Refused(
        `The step “${name}” failed. ${error.message}\n\n${stands} ${back}Run \`npm run deploy\` again: it goes on from here.`,
        { cause: error },
      );
    }
  }
}

/**
 * Lets shoppers in again after a failed upgrade: a change of the schema is complete or did not
 * happen, and the previous code works with both.
 */
async function letInAfterFailure(state) {
  try {
    await letIn(state);
    return "The shop is back, as it was before. ";
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return "The shop is still out: `npm run deploy -- back` lets everybody in. ";
  }
}
