import { z } from "zod";
import { parseIban } from "../../persian/identifiers.ts";
import { askProvider, logTrouble } from "./ask.ts";
import type { Inquiry, Saying } from "./inquiry.ts";

interface InquiryOptions {
  /** Without a path: https://api.zibal.ir. */
  origin: string;
  token: string;
  fetch?: typeof globalThis.fetch;
  timeoutMs: number;
}

const OK = 1;
/** Results that mean a no: the thing does not exist, or nobody was found. */
const NO_RESULTS = new Set([6, 21, 44]);
const NAME_MAX = 100;

const Result = z.object({ result: z.int() });
const Matched = z.object({ result: z.literal(OK), data: z.object({ matched: z.boolean() }) });
const Owner = z.object({
  result: z.literal(OK),
  data: z.object({ name: z.string().trim().min(1).max(NAME_MAX), IBAN: z.string().max(40) }),
});

/**
 * Inquiries of Zibal's platform (POST /v1/facility/shahkarInquiry, checkCardWithNationalCode and
 * cardToIban, as its public clients use them). The platform accepts no identifier of the shop for a
 * question, and returns the result as a number.
 */
export function createZibalInquiry({ origin, token, fetch, timeoutMs }: InquiryOptions): Inquiry {
  const provider = "zibal-inquiry";
  /** Returns the JSON of an answer; undefined when there is no readable answer. */
  async function ask(call: string, fields: object): Promise<unknown> {
    const answer = await askProvider({
      provider,
      call,
      url: `${origin}/v1/facility/${call}`,
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify(fields),
      timeoutMs,
      ...(fetch && { fetch }),
    });
    return answer.kind === "answer" ? answer.json : undefined;
  }
  /** True when an answer is a clear no; logs any other answer. */
  function isNo(call: string, json: unknown): boolean {
    const result = Result.safeParse(json).data?.result;
    if (result !== undefined && NO_RESULTS.has(result)) return true;
    logTrouble({ provider, call }, `result ${String(result)}`);
    return false;
  }
  async function match(call: string, fields: object): Promise<Saying> {
    const json = await ask(call, fields);
    const matched = Matched.safeParse(json).data?.data.matched;
    if (matched !== undefined) return matched ? "yes" : "no";
    return isNo(call, json) ? "no" : "unknown";
  }
  return {
    isPhoneOf: (phone, { nationalCode }) =>
      match("shahkarInquiry", { mobile: `0${phone}`, nationalCode }),
    isCardOf: (cardNumber, { nationalCode, birthDate }) =>
      match("checkCardWithNationalCode", {
        nationalCode,
        birthDate: birthDate.replaceAll("-", "/"),
        cardNumber,
      }),
    async ownerOf(cardNumber) {
      const call = "cardToIban";
      const json = await ask(call, { cardNumber });
      const owner = Owner.safeParse(json).data?.data;
      if (!owner) return { kind: isNo(call, json) ? "no" : "unknown" };
      const iban = parseIban(owner.IBAN);
      if (iban !== null) return { kind: "owner", name: owner.name, iban };
      logTrouble({ provider, call }, "an IBAN that is none");
      return { kind: "unknown" };
    },
  };
}
