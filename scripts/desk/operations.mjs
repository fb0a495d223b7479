import { z } from "zod";
import { deskOperations } from "../../contract/desk/endpoints.ts";

/**
 * A field that a call of the desk takes, as in the contract.
 * @typedef {object} Field
 * @property {string} name
 * @property {"path" | "query" | "body" | "file"} place
 * @property {any} schema JSON Schema of what may be written
 * @property {boolean} isRequired
 */

const SUGGESTED = 3;

/**
 * Finds a call by its name in the contract, or throws an error that suggests the most similar
 * names.
 */
export function findOperation(name) {
  const found = deskOperations.find((operation) => operation.name === name);
  if (found) return found;
  const near = nearestOf(
    name,
    deskOperations.map((operation) => operation.name),
  );
  throw new Error(
    `There is no command “${name}”. ${near && `Did you mean ${near}? `}` +
      "`npm run desk -- help` lists them.",
  );
}

/** Returns the names that have the most pairs of neighbouring letters in common with a word. */
export function nearestOf(word, names) {
  const pairs = pairsOf(word);
  const likeness = (name) => {
    const others = pairsOf(name);
    return (2 * pairs.intersection(others).size) / (pairs.size + others.size || 1);
  };
  return names
    .filter((name) => likeness(name) > 0)
    .toSorted((one, other) => likeness(other) - likeness(one))
    .slice(0, SUGGESTED)
    .join(", ");
}

const pairsOf = (word) =>
  new Set(Array.from(word.slice(1), (letter, at) => (word[at] + letter).toLowerCase()));

/**
 * Lists what a call takes.
 * @param {import("../../contract/desk/endpoint.ts").DeskEndpoint} endpoint
 * @returns {Field[]}
 */
export function fieldsOf({ path, query, body, upload = [] }) {
  const fixed = (place) => (name) => ({
    name,
    place,
    schema: { type: "string" },
    isRequired: true,
  });
  return [
    ...Array.from(path.matchAll(/:(\w+)/g), ([, name]) => fixed("path")(name)),
    ...propertiesOf(query, "query"),
    ...propertiesOf(body, "body"),
    ...[upload].flat().map(fixed("file")),
  ];
}

/**
 * Returns the alternatives of a schema (`oneOf`, `anyOf`), or the schema itself if there are none.
 */
export const variantsOf = (schema) => schema.oneOf ?? schema.anyOf ?? [schema];

/** Returns all forms of a field, also the alternatives within alternatives. */
export const formsOf = (schema) =>
  schema.oneOf || schema.anyOf ? variantsOf(schema).flatMap(formsOf) : [schema];

/** True for a schema with a secret, which must not be written on the command line. */
export const holdsSecret = (schema) => JSON.stringify(schema).includes('"writeOnly":true');

/** Returns the JSON Schema of an input of a call. */
export const jsonSchema = (schema) =>
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });

function propertiesOf(schema, place) {
  if (!schema) return [];
  const variants = variantsOf(jsonSchema(schema));
  const names = new Set(variants.flatMap(({ properties = {} }) => Object.keys(properties)));
  return Array.from(names, (name) => {
    const forms = variants.flatMap(({ properties }) => properties?.[name] ?? []);
    return {
      name,
      place,
      schema: forms.length === 1 ? forms[0] : { anyOf: forms },
      isRequired: variants.every(({ required }) => required?.includes(name)),
    };
  });
}
