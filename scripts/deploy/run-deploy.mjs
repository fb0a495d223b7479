import { openQuestions } from "../own/ask.mjs";
import { Refused } from "../own/refused.mjs";
import {
  changeSecrets,
  checkSettings,
  hasSealed,
  makeSecrets,
  openSecrets,
  ownerLinkOf,
} from "../own/secrets.mjs";
import { keepInOwn, readOwn, settingsOf } from "../own/shop-toml.mjs";
import { buildPages } from "../run/prepare.mjs";
import { programs } from "../run/root.mjs";
import { runNode } from "../run/run-program.mjs";
import { namesOfSchema } from "../run/schema-stamp.mjs";
import { checkFromOutside } from "./check.mjs";
import { createCloudflare } from "./cloudflare.mjs";
import { planOf } from "./plan.mjs";
import * as steps from "./steps.mjs";
import { askAboutTaken, findAccount, surveyAccount } from "./survey.mjs";

const HELP = `npm run deploy                   deploys the shop, or upgrades it; can be stopped anywhere and run again
npm run deploy -- out            takes the shop out: one page instead of everything
npm run deploy -- back           ends that
npm run deploy -- secret NAME    changes a secret of the shop, those that belong to it, and their sealed copy
npm run -s deploy -- show NAME   prints one secret from the sealed copy
npm run deploy -- link           prints the link with which the first owner enters the desk
  --check=ORIGIN                 looks at the shop at this address instead of its domain`;

const CHECK = "--check=";

/** Undoes, after an interruption, what must not stay. */
let undo = async () => {};
let isInterrupted = false;

/** An interrupted command begins no further step while it lets everybody in. */
const UNTIL_EXIT = new Promise(() => {});

/** Ends the command after the first signal; a terminal may send several. */
function interrupt() {
  if (isInterrupted) return;
  isInterrupted = true;
  void undo().finally(() => process.exit(130));
}

/** Deploys, upgrades, takes out or lets in, as the words say. */
export default async function run(words) {
  // The programs that this one started, and its files with secrets, go with it.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, interrupt);
  try {
    const { command, name, origin } = readWords(words);
    const questions = openQuestions();
    const own = await readOwn(questions);
    await COMMANDS[command]({ questions, own, name, origin: origin ?? `https://${own.domain}` });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  } finally {
    process.stdin.destroy();
  }
}

function readWords(words) {
  const options = words.filter((word) => word.startsWith("-"));
  const [command = "deploy", name, ...more] = words.filter((word) => !word.startsWith("-"));
  const needsName = ["secret", "show"].includes(command);
  if (
    !Object.hasOwn(COMMANDS, command) ||
    more.length > 0 ||
    needsName !== (name !== undefined) ||
    options.some((option) => !option.startsWith(CHECK))
  )
    throw new Refused(HELP);
  return { command, name, origin: options[0]?.slice(CHECK.length) };
}

const COMMANDS = {
  deploy,
  out: async (context) => {
    const { call, account } = await openAccount(context);
    await steps.takeOut(call, { account }, "an operator");
    console.log("The shop is out. `npm run deploy -- back` ends it.");
  },
  back: async (context) => {
    const { call, account } = await openAccount(context);
    await steps.letIn(call, { account });
    console.log("The shop is back.");
  },
  secret: changeSecret,
  show: async ({ questions, own, name }) => {
    mustHaveSealed();
    const value = (await openSecrets(questions, settingsOf(own)))[name];
    if (value === undefined) throw new Refused(`shop.sealed has no ${name}.`);
    console.log(value);
  },
  link: async ({ questions, own }) => {
    mustHaveSealed();
    console.log(linkOf(own, await openSecrets(questions, settingsOf(own))));
  },
};

function mustHaveSealed() {
  if (!hasSealed())
    throw new Refused(
      "There is no shop.sealed in this folder. Without it, `npx wrangler secret put NAME -c dist/deploy/shop.json` changes a secret, and nothing shows one.",
    );
}

async function openAccount({ own, questions }) {
  const call = await openCall();
  return { call, account: await findAccount(call, own, questions) };
}

/** A token of `wrangler login` runs out after a while, and is then renewed. */
const openCall = async () => createCloudflare(await readToken(), { renew: readToken });

/** Returns the token of the environment or of `wrangler login`. */
async function readToken() {
  if (process.env.CLOUDFLARE_API_TOKEN) return process.env.CLOUDFLARE_API_TOKEN;
  const { code, output } = await runNode([programs.wrangler, "auth", "token", "--json"]);
  const token = code === 0 ? /"token": "([^"]+)"/.exec(output)?.[1] : undefined;
  if (token === undefined)
    throw new Refused("Nobody is signed in to Cloudflare. Run `npx wrangler login` first.");
  return token;
}

const linkOf = ({ domain }, { OWNER_LINK }) => ownerLinkOf(domain, OWNER_LINK);

async function deploy({ own, questions, origin }) {
  await buildPages(() => console.log("Building the pages, which takes a few minutes…"));
  const call = await openCall();
  const survey = await surveyAccount(call, own, questions);
  const { shop } = survey;
  const isFirst = shop !== null && mustMakeSecrets(shop);
  if (shop?.secrets) checkSettings(settingsOf(own), shop.secrets);
  const letsIn =
    survey.isOut &&
    (await questions.confirm(
      "The shop is out, by an upgrade that was stopped or by an operator. Let everybody in at the end?",
    ));
  const plan = planOf(own, survey, { isFirst, letsIn });
  console.log(`\n${own.domain}, in the account ${survey.account}:`);
  for (const { does } of plan) console.log(`  - ${does}`);
  if (!survey.hasEdge) console.log(beforeFirst(own.domain));
  await askAboutTaken(survey, questions);
  if (!(await questions.confirm("\nGo on?"))) throw new Refused("Nothing was changed.");
  keepInOwn("account_id", survey.account);
  const databaseId = shop?.databaseId ?? null;
  if (databaseId !== null) keepInOwn("database_id", databaseId);
  const secrets = isFirst ? await firstSecrets(own, questions) : null;
  await carryOut(plan, { call, own, survey, secrets, databaseId, isOut: false });
  if (!survey.isOut || letsIn) await checkFromOutside(origin);
  console.log("\nThe shop is deployed.");
  if (secrets !== null)
    console.error(
      `What comes next:\n` +
        `  1. Copy shop.sealed to a second place, away from this machine.\n` +
        `  2. Open the desk with this link. It works until there is an owner, for whoever has it:\n\n` +
        `     ${linkOf(own, secrets)}\n\n` +
        `  3. «Before the first sale» in docs/operations.md.`,
    );
}

/** Says what the command cannot undo or cannot do, before the first deployment. */
const beforeFirst = (domain) => `
Browsers are told for a year that ${domain} and every name below it answer over HTTPS only: a
subdomain without HTTPS stops working. Bot Fight Mode has to be off, or price readers and monitors are
refused; this command cannot look: https://dash.cloudflare.com, ${domain}, Security, Bots.`;

/**
 * True for a shop that has no secrets yet. A shop that lacks some is refused, and so is one whose
 * database is in use: new keys would not open what it holds.
 */
function mustMakeSecrets({ secrets, pending }) {
  const lacking = steps.requiredSecrets().filter((name) => !secrets?.includes(name));
  if (lacking.length === 0) return false;
  if (secrets !== null && !lacking.includes("CODE_KEYS"))
    throw new Refused(
      `This version needs ${lacking.join(", ")}. Run \`npm run deploy -- secret ${lacking[0]}\` first.`,
    );
  if (pending.length < namesOfSchema().length && !hasSealed())
    throw new Refused(
      "The database is in use, and its keys are in the shop.sealed of the folder that it was deployed from. Put that file here.",
    );
  return true;
}

async function firstSecrets(own, questions) {
  if (!hasSealed()) return makeSecrets(questions, settingsOf(own));
  console.log(
    "\nshop.sealed is here from an earlier run. If its recovery key is lost and the shop never held codes, delete the file and run this again.",
  );
  return openSecrets(questions, settingsOf(own));
}

/** Changes secrets in the shop, and then in the sealed copy. */
async function changeSecret(context) {
  const { questions, own, name } = context;
  mustHaveSealed();
  const { changes, store } = await changeSecrets(questions, settingsOf(own), name);
  const { call, account } = await openAccount(context);
  for (const [each, value] of Object.entries(changes))
    await steps.sendSecret(call, { account }, "shop", each, value);
  store();
  console.log(
    `The shop has the new ${Object.keys(changes).join(", ")}. shop.sealed has changed: replace your second copy of it. The recovery key is the same.`,
  );
}

/** Carries out the steps in their order. Says what stands when one of them fails. */
async function carryOut(plan, state) {
  const done = [];
  undo = async () =>
    console.error(
      `\nInterrupted. ${await letInAfterFailure(state)}Run \`npm run deploy\` again: it finds what is done.`,
    );
  for (const { name, run: act } of plan) {
    console.log(`→ ${name}`);
    try {
      await act(state);
      if (isInterrupted) await UNTIL_EXIT;
      done.push(name);
    } catch (error) {
      if (isInterrupted) await UNTIL_EXIT;
      const back = await letInAfterFailure(state);
      const stands = done.length > 0 ? `Done: ${done.join(", ")}.` : "Nothing was changed.";
      throw new Refused(
        `The step “${name}” failed. ${error.message}\n\n${stands} ${back}Run \`npm run deploy\` again: it goes on from here.`,
        { cause: error },
      );
    }
  }
}

/**
 * Lets shoppers in again if a failed upgrade took the shop out: a change of the schema is complete
 * or did not happen, and the previous code works with both. Says what it did.
 */
async function letInAfterFailure(state) {
  if (!state.isOut) return "";
  // A call that is still under way could take the shop out after this let everybody in.
  await state.takingOut.catch(() => {});
  try {
    await steps.letIn(state.call, state.survey);
    return "The shop is back, as it was before. ";
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return "The shop is still out: `npm run deploy -- back` lets everybody in. ";
  }
}
