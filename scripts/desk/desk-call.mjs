import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readRunSettings } from "../run/setup.mjs";

/** How a terminal speaks with the desk of a shop: the one that `npm start` runs, or the one that DESK_URL and DESK_TOKEN name. */

export async function ask(method, path, body) {
  const { url, token } = target();
  const response = await fetch(`${url}/desk/v1${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body && { "Content-Type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  }).catch((error) => {
    const hint = process.env.DESK_URL
      ? "Is DESK_URL right?"
      : "Start it with `npm start`, or name another one with DESK_URL.";
    throw new Error(`The shop does not answer at ${url}. ${hint}`, { cause: error });
  });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  if (response.status === 401)
    throw new Error(`The shop at ${url} does not take this token (DESK_TOKEN).`);
  const { message = `The shop answered ${response.status}.`, details, fields = {} } = answer;
  throw new Error([message, ...(details ? [details] : []), ...Object.values(fields)].join("\n"));
}

export async function say(method, path, body) {
  console.log((await ask(method, path, body)).message);
}

/** The token of a local shop never leaves for another one. */
export function target() {
  const { DESK_URL, DESK_TOKEN } = process.env;
  const { port, dataDir } = readRunSettings();
  if (DESK_URL)
    return {
      url: new URL(DESK_URL).origin,
      token: need(DESK_TOKEN, "DESK_URL needs a DESK_TOKEN beside it."),
    };
  return { url: `http://localhost:${port}`, token: DESK_TOKEN || readToken(dataDir) };
}

export function need(word, sentence) {
  if (!word) throw new Error(sentence);
  return word;
}

export function nameOf({ firstName, lastName, phone }) {
  return `${firstName} ${lastName}`.trim() || `0${phone}`;
}

function readToken(dataDir) {
  try {
    const { DESK_TOKEN } = JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8"));
    if (DESK_TOKEN) return DESK_TOKEN;
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
  throw new Error(
    `There is no shop in ${dataDir} yet. Start one with \`npm start\`, or name another one with DESK_URL and DESK_TOKEN.`,
  );
}
