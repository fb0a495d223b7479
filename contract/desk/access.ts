import type { Refusal } from "../endpoint.ts";
import type { DeskEndpoint } from "./endpoint.ts";
import { Entry } from "./operator.ts";

/** Entering the desk through Cloudflare Access, which has verified who the person is. */

/**
 * The header with the token that Cloudflare Access signed; the edge forwards it to this call only.
 */
export const ACCESS_HEADER = "Cf-Access-Jwt-Assertion";

export const accessRefusals = {
  refused: {
    code: "access_refused",
    status: 401,
    message: "کلادفلر شما را معرفی نکرد، یا این ایمیل از آنِ کارمندی نیست.",
  },
} as const satisfies Record<string, Refusal>;

export const enterThroughAccess = {
  method: "POST",
  path: "/access-entry",
  role: "anyone",
  area: "own",
  opensSession: true,
  trace: "decision",
  summary: `Enter as the operator whose e-mail address is in the token of \`${ACCESS_HEADER}\``,
  answer: Entry,
  refusals: [accessRefusals.refused],
} as const satisfies DeskEndpoint;
