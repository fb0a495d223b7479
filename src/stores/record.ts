import { session } from "./storage.ts";

/**
 * Stores a record for the next page of this tab, which takes it once. Returns false when that page
 * will not have it.
 */
export function leaveRecord(name: string, value: unknown): boolean {
  return session.keep(name, JSON.stringify(value));
}

/** Takes the record of an earlier page, or null. `accepts` checks it: anyone can edit storage. */
export function takeRecord<Value>(
  name: string,
  accepts: (value: unknown) => value is Value,
): Value | null {
  const text = session.read(name);
  session.forget(name);
  const value = parseStored(text);
  return accepts(value) ? value : null;
}

/** Parses stored JSON; null when it is missing or malformed. */
export function parseStored(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** True for an object with fields. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
