/** Leaves something for the next page of this tab, to be taken once. */
export function leaveRecord(name: string, value: unknown): void {
  sessionStorage.setItem(name, JSON.stringify(value));
}

/** Takes what an earlier page left, or null. The storage can be edited by anyone, so the caller says what it accepts. */
export function takeRecord<Value>(
  name: string,
  accepts: (value: unknown) => value is Value,
): Value | null {
  const text = sessionStorage.getItem(name);
  sessionStorage.removeItem(name);
  const value = parseStored(text);
  return accepts(value) ? value : null;
}

/** Stored text as data; null when there is none or it is no JSON. */
export function parseStored(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Whether something is an object whose fields can be looked at. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
