import { DESK_PATH, deskOperations } from "../../contract/desk/endpoints.ts";
import { fieldsOf, holdsSecret, jsonSchema, variantsOf } from "./operations.mjs";

/**
 * Lists all calls by their nouns, or only the calls with a word in their name, noun or summary. For
 * the name of a call, describes this call completely.
 */
export function drawHelp(word = "") {
  const named = deskOperations.find(({ name }) => name === word);
  if (named) return drawCall(named);
  const found = deskOperations.filter(({ name, noun, endpoint }) =>
    `${name} ${noun} ${endpoint.summary}`.toLowerCase().includes(word.toLowerCase()),
  );
  if (found.length === 0) throw new Error(`No call is about “${word}”.`);
  return [...Map.groupBy(found, ({ noun }) => noun)]
    .flatMap(([noun, calls]) => [
      noun,
      ...calls.map(({ name, endpoint }) => row(name, endpoint.summary)),
    ])
    .join("\n");
}

const row = (name, text) => `  ${name.padEnd(26)} ${text}`.trimEnd();

function drawCall({ name, endpoint }) {
  const { method, path, summary, role, area } = endpoint;
  const fields = fieldsOf(endpoint);
  const ofPlace = (requested) => fields.filter(({ place }) => place === requested);
  const ids = ofPlace("path").map((id) => id.name.toUpperCase());
  return [
    [name, ...ids, ...(fields.length > ids.length ? ["field=value …"] : [])].join(" "),
    `  ${summary}`,
    "",
    row("call", `${method} ${DESK_PATH}${path}`),
    row(
      "for",
      role === "anyone"
        ? "anybody, without a token"
        : `role ${role}${area === "own" ? "" : `, area ${area}`}`,
    ),
    ...(endpoint.isPersonal ? [row("", "a person, and no program's token")] : []),
    ...(endpoint.needsFresh
      ? [row("", "a browser, after a passkey; a terminal while nobody in the shop has one")]
      : []),
    ...(endpoint.body ? drawBody(endpoint.body) : []),
    ...section("query", ofPlace("query").flatMap(drawField)),
    ...section(
      "files",
      ofPlace("file").map((file) => row(`${file.name}=@PATH`, "")),
    ),
    ...section(
      "refusals of its own",
      endpoint.refusals.map(({ code, status, message }) => row(code, `${status} ${message}`)),
    ),
  ].join("\n");
}

const section = (title, lines) => (lines.length === 0 ? [] : ["", title, ...lines]);

/** Lists the fields of each alternative form of a body. */
function drawBody(body) {
  return variantsOf(jsonSchema(body)).flatMap((form, at) =>
    section(at === 0 ? "body" : "or", drawFields(form, "")),
  );
}

const drawFields = ({ properties = {}, required = [] }, before) =>
  Object.entries(properties).flatMap(([name, schema]) =>
    drawField({ name: before + name, schema, isRequired: required.includes(name) }),
  );

/**
 * Describes a field with its type and limits, and the fields within it. Optional fields are in
 * brackets.
 */
function drawField({ name, schema, isRequired }) {
  const other = schema.default === undefined ? "" : ` (else ${JSON.stringify(schema.default)})`;
  const isSecret = !name.includes("[]") && holdsSecret(schema);
  const secret = isSecret ? `; secret, so ${name}=- or ${name}=@PATH` : "";
  const words = schema.description ? `: ${schema.description}` : "";
  return [
    row(isRequired ? name : `[${name}]`, `${describe(schema)}${other}${secret}${words}`),
    ...variantsOf(schema).flatMap((form) => [
      ...drawFields(form, `${name}.`),
      ...variantsOf(form.items ?? {}).flatMap((item) => drawFields(item, `${name}[].`)),
    ]),
  ];
}

/** Returns the type of a field in words. */
function describe(schema) {
  const { type, format, pattern, items, minimum, maximum } = schema;
  if (schema.const !== undefined) return String(schema.const);
  if (schema.enum) return schema.enum.join(" | ");
  const forms = variantsOf(schema);
  if (forms.length > 1) {
    const types = forms.map(describe);
    // Number fields also accept text, such as «۱٬۲۵۰»; the help shows only the number.
    const isNumber = types.some((form) => form.startsWith("number"));
    const shown = isNumber ? types.filter((form) => !form.startsWith("text")) : types;
    return [...new Set(shown)].join(" or ") + between(minimum, maximum, "");
  }
  if ([type].flat().length > 1)
    return type.map((one) => describe({ ...schema, type: one })).join(" or ");
  if (type === "array")
    return `list of ${describe(items)}${between(schema.minItems, schema.maxItems, "of them")}`;
  if (type === "object") return "fields";
  if (type === "boolean") return "true | false";
  if (type === "null") return "null";
  if (type === "integer" || type === "number") return `number${between(minimum, maximum, "")}`;
  const form = format ?? (pattern ? `text like ${pattern}` : "text");
  return form + between(schema.minLength, schema.maxLength, "characters");
}

/** Returns the limits in words, without the limits of JavaScript's number type. */
function between(least, most, unit) {
  const [from, to] = [least, most].map((limit) =>
    limit === undefined || Math.abs(limit) === Number.MAX_SAFE_INTEGER ? "" : String(limit),
  );
  if (!from && !to) return "";
  return `, ${from ? `from ${from} ` : ""}${to ? `to ${to} ` : ""}${unit}`.trimEnd();
}
