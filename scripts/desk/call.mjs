import { readFileSync } from "node:fs";
import { join } from "node:path";
import { plain } from "./print.mjs";
import { readRunSettings } from "../run/setup.mjs";

const ANSWER_WAIT_MS = 30_000;

/**
 * Calls the desk of the shop that `target` names. For an answer other than 2xx, throws its message.
 */
export function ask(method, path, body) {
  return send(target(), method, path, body);
}

/** Calls the desk like `ask`, but without a token, for operators who have none yet. */
export function askOpenly(method, path, body) {
  return send({ url: address() }, method, path, body);
}

/** Sends a call: a form unchanged, with its files, and any other body as JSON. */
async function send({ url, token }, method, path, body) {
  const isJson = body && !(body instanceof FormData);
  const response = await fetch(`${url}/desk/v1${path}`, {
    method,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(isJson && { "Content-Type": "application/json" }),
    },
    ...(body && { body: isJson ? JSON.stringify(body) : body }),
    signal: AbortSignal.timeout(ANSWER_WAIT_MS),
  }).catch((error) => {
    const hint = process.env.DESK_URL
      ? "Is DESK_URL right?"
      : "Start it with `npm start`, or name another one with DESK_URL.";
    throw new Error(`The shop does not answer at ${url}. ${hint}`, { cause: error });
  });
  const isText = !response.headers.get("Content-Type")?.includes("json");
  if (response.ok && isText) return response.text();
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  if (response.status === 401 && token)
    throw new Error(`The shop at ${url} does not take this token (DESK_TOKEN).`);
  const { message = `The shop answered ${response.status}.`, details, fields = {} } = answer;
  const placed = Object.entries(fields).map(([field, words]) => `${placeOf(field)}: ${words}`);
  const sentences = [message, ...(details ? [details] : []), ...placed];
  throw new Error(sentences.map(plain).join("\n"));
}

/** Writes `catalogue.categories.0.type` as `categories[0].type`. */
export const placeOf = (field) => field.replace(/^catalogue\./, "").replace(/\.(\d+)/g, "[$1]");

/**
 * Returns the URL of the shop and a token for its desk, from DESK_URL and DESK_TOKEN or, without
 * them, of the local shop. The token of the local shop is never sent to another shop.
 */
function target() {
  const { DESK_URL } = process.env;
  const token = givenToken();
  if (DESK_URL)
    return { url: address(), token: need(token, "DESK_URL needs a DESK_TOKEN beside it.") };
  return { url: address(), token: token || readToken(readRunSettings().dataDir) };
}

/**
 * Returns the URL with which a one-time secret opens the desk in a browser. Browsers never send the
 * part after the # to a server.
 */
export const entranceLink = (secret, mark = "") => `${address()}/desk/enter#${mark}${secret}`;

/**
 * Returns the URL of the shop. Only this machine may be called without HTTPS, because others could
 * read the token.
 */
export function address() {
  const { DESK_URL } = process.env;
  if (!DESK_URL) return `http://localhost:${readRunSettings().port}`;
  const { protocol, hostname, origin } = new URL(DESK_URL);
  const isHere = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  if (protocol !== "https:" && !(protocol === "http:" && isHere))
    throw new Error(`DESK_URL must begin with https://, or name this machine: ${DESK_URL}`);
  return origin;
}

/** Returns the token in the environment, or in the file that the environment names. */
function givenToken() {
  const { DESK_TOKEN, DESK_TOKEN_FILE } = process.env;
  return DESK_TOKEN || (DESK_TOKEN_FILE && readFileSync(DESK_TOKEN_FILE, "utf8").trim());
}

/** Returns a word of the command, or throws an error with the sentence that asks for it. */
export function need(word, sentence) {
  if (!word) throw new Error(sentence);
  return word;
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
