import { fieldsOf, formsOf, holdsSecret, nearestOf } from "./operations.mjs";
import { parseJson, readInput, readLines } from "./input.mjs";

/**
 * Reads the words after the name of a call: the ids of its path in their order, `field=value`, and
 * options. Values get the types of the contract; other code checks their limits.
 */
export async function readWords({ name, endpoint }, words) {
  const fields = fieldsOf(endpoint);
  const ids = fields.filter(({ place }) => place === "path");
  const given = { path: {}, query: {}, body: {}, file: {}, options: {} };
  const missing = () => ids.filter((id) => !Object.hasOwn(given.path, id.name));
  for (const word of words) {
    const [, left, value] = /^([^=]*)=(.*)$/s.exec(word) ?? [];
    if (word.startsWith("--")) readOption(word, given.options);
    else if (left === undefined) {
      const [id] = missing();
      if (!id) throw new Error(`“${word}” stands alone: write field=value. ${seeHelp(name)}`);
      given.path[id.name] = word;
    } else if (left === "body" && endpoint.body)
      given.body = parseJson(await readInput(value, "body"), "body");
    else await readField(given, fields, left, value, name);
  }
  const [lacking] = missing();
  if (lacking) throw new Error(`${name} needs its ${lacking.name}. ${seeHelp(name)}`);
  return given;
}

const seeHelp = (name) => `\`npm run desk -- help ${name}\` says what it takes.`;

function readOption(word, options) {
  const [, only] = /^--only=(.+)$/.exec(word) ?? [];
  if (only) options.only = only;
  else if (word === "--json") options.isJson = true;
  else throw new Error(`There is no option ${word}; there are --json and --only=FIELD.`);
}

async function readField(given, fields, path, value, call) {
  const { place, schema } = findField(fields, path, call);
  if (place === "file") {
    if (!value.startsWith("@")) throw new Error(`${path} is a file: ${path}=@PATH`);
    given.file[path] = value.slice(1);
    return;
  }
  const isRead = value === "-" || /^@(?!@)/.test(value);
  if (!isRead && holdsSecret(schema))
    throw new Error(
      `${path} is not taken from the command line, where the shell keeps it and others see it: ` +
        `write ${path}=- and give it to the standard input, or name a file with ${path}=@PATH.`,
    );
  const text = isRead ? await readInput(value, path) : value.replace(/^@@/, "@");
  put(given[place], path, place === "body" ? typed(text, schema, path, isRead) : text);
}

/** Finds the place and the schema of a field, or of a field within it, such as `seen.price`. */
function findField(fields, path, call) {
  const [name, ...inner] = path.split(".");
  const field = fields.find((one) => one.name === name);
  const schema = inner.reduce((outer, part) => outer && partOf(outer, part), field?.schema);
  if (schema) return { place: field.place, schema };
  const names = fields.map((one) => one.name);
  const near = nearestOf(name, names);
  const hint = near && !names.includes(name) ? ` Did you mean ${near}?` : "";
  throw new Error(`${call} has no field “${path}”.${hint} ${seeHelp(call)}`);
}

/** Writes a value at its path. If a list is given several times, the values are appended. */
function put(whole, path, value) {
  const names = path.split(".");
  const last = names.pop();
  const place = names.reduce((outer, name) => (outer[name] ??= {}), whole);
  const known = place[last];
  if (known !== undefined && !Array.isArray(known)) throw new Error(`${path} is given twice.`);
  place[last] = known ? [...known, ...value] : value;
}

const partOf = (schema, name) =>
  formsOf(schema).flatMap(({ properties }) => properties?.[name] ?? [])[0];

/**
 * Converts a text to the type of its field; a text that fits no type is sent unchanged, so that the
 * refusal names the field.
 */
function typed(text, schema, path, isRead) {
  const forms = formsOf(schema);
  const types = forms.flatMap(({ type }) => type ?? "string");
  if (text === "null" && types.includes("null")) return null;
  if (types.includes("boolean") && /^(?:true|false)$/.test(text)) return text === "true";
  if (types.includes("object")) return parseJson(text, path);
  const list = forms.find(({ type }) => type === "array");
  if (list) return listOf(text, list.items ?? {}, path, isRead);
  const isNumber = types.some((type) => type === "number" || type === "integer");
  if (isNumber && !types.includes("string") && /^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  return text;
}

/**
 * Reads a list as JSON, or separated by commas; from a file or standard input, one value a line.
 */
function listOf(text, items, path, isRead) {
  if (text.trimStart().startsWith("[") || items.type === "object" || items.oneOf)
    return parseJson(text, path);
  const parts = isRead ? readLines(text) : text.split(",").filter((part) => part !== "");
  return parts.map((part) => typed(part, items, path, false));
}
