import { Refused } from "../own/refused.mjs";
import { sentOf } from "../own/secrets.mjs";
import * as steps from "./steps.mjs";
import { addressesOf } from "./survey.mjs";

/** The steps of a deployment: what is missing in the account, each with what it does in words. */

/**
 * @param {object} own the content of shop.toml
 * @param {import("./survey.mjs").Survey} survey
 * @param {{ isFirst: boolean, letsIn: boolean }} options `isFirst`: the shop gets its secrets;
 *   `letsIn`: the shop is out already, and everybody is let in at the end
 */
export function planOf(own, survey, { isFirst, letsIn }) {
  const { shop, hasEdge, isOut } = survey;
  const takesOut = hasEdge && !isOut && shop !== null && shop.pending.length > 0;
  return [
    ...(shop === null ? [] : placesOf(own, survey)),
    {
      name: "configs",
      does: "write the configs of the workers into dist/deploy/",
      run: ({ databaseId }) => steps.writeConfigs(own, survey, databaseId),
    },
    takesOut && { name: "out", does: "take the shop out while its database changes", run: takeOut },
    ...(shop === null ? [] : changesOf(shop, isFirst)),
    {
      name: "edge",
      does: `deploy the pages to ${addressesOf(own.domain, survey.zone).join(" and ")}`,
      run: () => steps.deployWorker("edge"),
    },
    (takesOut || letsIn) && { name: "back", does: "let everybody in", run: letIn },
    {
      name: "zone",
      does: `switch off, for ${own.domain} only, Cloudflare's features that change its pages: Email Address Obfuscation, Rocket Loader, Web Analytics, Browser Integrity Check`,
      run: keepPages,
    },
  ].filter((step) => step !== false);
}

/** The places in which a shop keeps its data, if they are missing. */
const placesOf = (own, survey) => [
  survey.shop.databaseId === null && {
    name: "database",
    does: `make the database “${own.database_name}” in ${own.location}, a place that cannot be changed later`,
    run: makeDatabase,
  },
  !survey.shop.hasBucket && {
    name: "bucket",
    does: `make the private bucket “${own.bucket_name}”`,
    run: ({ call }) => steps.createBucket(call, survey, own),
  },
];

/** The changes of the database and of the worker that uses it. */
const changesOf = ({ pending, tutorials }, isFirst) => [
  pending.length > 0 && {
    name: "schema",
    does: `change the database: ${pending.length} files of the schema, all or nothing`,
    run: changeSchema,
  },
  tutorials !== steps.tutorialsVersion() && {
    name: "tutorials",
    does: "store the tutorials for the search",
    run: ({ call, survey, databaseId }) => steps.storeTutorials(call, survey, databaseId),
  },
  {
    name: "shop",
    does: `deploy the shop${isFirst ? " with its secrets" : ""}`,
    run: ({ secrets }) => steps.deployWorker("shop", secrets && sentOf(secrets)),
  },
];

async function makeDatabase(state) {
  state.databaseId = await steps.createDatabase(state.call, state.survey, state.own);
}

async function takeOut(state) {
  // Set before the call: its answer may be lost.
  state.isOut = true;
  state.takingOut = steps.takeOut(state.call, state.survey, "upgrade");
  await state.takingOut;
}

async function letIn(state) {
  await steps.letIn(state.call, state.survey);
  state.isOut = false;
}

async function changeSchema({ call, survey, databaseId }) {
  if (survey.shop.databaseId !== null) {
    const bookmark = await steps.readBookmark(call, survey, databaseId);
    console.log(
      `    Only if you must go back some day: before this step the database is at the bookmark\n` +
        `    ${bookmark} (docs/operations.md, «When the database has to be restored»)`,
    );
  }
  await steps.applySchema(survey.shop);
  await steps.optimize(call, survey, databaseId);
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
}
