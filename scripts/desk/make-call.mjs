import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { addressOf } from "../../contract/request.ts";
import { address, ask, askOpenly, entranceLink, placeOf } from "./call.mjs";
import { findOperation } from "./operations.mjs";
import { plain, plainJson, plainLines, printAnswer } from "./print.mjs";
import { readWords } from "./words.mjs";

/** Makes a call of the contract by its name, and prints its answer. */
export async function makeCall(name, words) {
  const operation = findOperation(name);
  const { method, path, query, body, upload, role } = operation.endpoint;
  const given = await readWords(operation, words);
  refuseWrong(query, given.query);
  refuseWrong(body, given.body);
  const place = addressOf(path, { params: given.path, query: given.query });
  const send = role === "anyone" ? askOpenly : ask;
  const sent = upload ? formOf(given.file) : body && given.body;
  print(await send(method, place, sent), given.options);
}

/**
 * Throws an error if fields do not fit the contract, before anything is sent. The error has a
 * sentence for each of these fields.
 */
function refuseWrong(schema, value) {
  const { error } = schema?.safeParse(value) ?? {};
  if (!error) return;
  const sentences = error.issues.map(({ path, message }) =>
    plain(`  ${path.length > 0 ? `${placeOf(path.join("."))}: ` : ""}${message}`),
  );
  throw new Error(["Nothing was sent.", ...sentences].join("\n"));
}

function formOf(files) {
  const form = new FormData();
  for (const [name, path] of Object.entries(files))
    form.set(name, new File([readFileSync(path)], basename(path)));
  return form;
}

function print(answer, { isJson, only }) {
  if (typeof answer === "string") console.log(fileText(answer));
  else if (only !== undefined) {
    const part = only.split(".").reduce((whole, name) => whole?.[name], answer);
    if (part === undefined) throw new Error(`The answer has no field “${only}”.`);
    console.log(typeof part === "string" ? fileText(part) : plainJson(part));
  } else if (isJson) console.log(plainJson(answer));
  else printAnswer(openable(answer));
}

/** Replaces pictures and one-time secrets by URLs that a browser can open. */
function openable({ secret, url, ...rest }) {
  return {
    ...rest,
    ...(secret && { link: entranceLink(secret) }),
    ...(url && { url: new URL(url, address()).href }),
  };
}

/**
 * Returns a text as it is printed: unchanged into a file, without control characters on a terminal.
 */
const fileText = (text) => (process.stdout.isTTY ? plainLines(text).join("\n") : text);
