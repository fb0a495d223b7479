import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readRunSettings } from "../run/setup.mjs";

const ANSWER_WAIT_MS = 30_000;

/** Calls the desk of the shop that `target` names. Throws what an answer other than 2xx says. */
export async function ask(method, path, body) {
  const { url, token } = target();
  const response = await fetch(`${url}/desk/v1${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body && { "Content-Type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(ANSWER_WAIT_MS),
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

/** Calls the desk and prints the message of its answer. */
export async function say(method, path, body) {
  console.log((await ask(method, path, body)).message);
}

/**
 * The address of the shop and a token for its desk: of the shop that DESK_URL and DESK_TOKEN name,
 * or of the local one. The local shop's token is never sent to another shop.
 */
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

/** Returns a word of the command, or throws the sentence that asks for it. */
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
    `There is no shop in ${dataDir} yet. ` +
      "Start one with `npm start`, or name another one with DESK_URL and DESK_TOKEN.",
  );
}
