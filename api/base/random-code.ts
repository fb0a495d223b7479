import { CODE_LENGTH } from "../../contract/sign-in.ts";

/** Returns CODE_LENGTH random digits; every code is equally likely. */
export function randomCode(): string {
  const codes = 10 ** CODE_LENGTH;
  // Values from this limit on are rejected: they would make some codes more likely than others.
  const limit = 2 ** 32 - (2 ** 32 % codes);
  for (;;) {
    const [value = limit] = crypto.getRandomValues(new Uint32Array(1));
    if (value < limit) return String(value % codes).padStart(CODE_LENGTH, "0");
  }
}
