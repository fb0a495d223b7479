import { z } from "zod";
import { NOT_LET_IN, askProvider, logTrouble } from "./ask.ts";
import type { Gateway, RefundOutcome, RefundProgress } from "./gateway.ts";

interface RefundOptions {
  /** Without a path: https://next.zarinpal.com. */
  graphqlOrigin: string;
  accessToken: string;
  fetch?: typeof globalThis.fetch;
  timeoutMs: number;
}

const RIAL_PER_TOMAN = 10;

const FIELDS = "{ terminal_id, id, amount, timeline { refund_amount, refund_time, refund_status } }";
const ADD_REFUND = `mutation AddRefund($session_id: ID!, $amount: BigInteger!, $description: String, $method: InstantPayoutActionTypeEnum, $reason: RefundReasonEnum) {
  resource: AddRefund(session_id: $session_id, amount: $amount, description: $description, method: $method, reason: $reason) ${FIELDS}
}`;
const ASK_REFUND = `query Refund($id: ID!) { resource: Refund(id: $id) ${FIELDS} }`;

const Answer = z.object({
  data: z.object({
    resource: z.object({
      id: z.union([z.string().min(1).max(64), z.number().int().positive()]),
      amount: z.coerce.number().int(),
      timeline: z.object({ refund_status: z.string().max(40) }),
    }),
  }),
});
/** A refusal carries no data, and says why. */
const Refused = z.object({
  data: z.union([z.null(), z.object({ resource: z.null() })]).optional(),
  errors: z.array(z.object({ message: z.string() })).min(1),
});
/** What a server says of its own trouble, after which nobody knows how far it got. */
const OWN_TROUBLE = /internal|server error|time-?d? ?out|unavailable/i;

/**
 * Giving money back through Zarinpal's GraphQL (zarinpal.com/docs/apiDocs/query/refund). It counts in rial, at least 20,000. What is not
 * plainly a yes or a no is `unknown`, and of the states only DONE and SUCCESS end well and only FAILED ends badly.
 */
export function zarinpalRefunds({
  graphqlOrigin,
  accessToken,
  fetch,
  timeoutMs,
}: RefundOptions): Pick<Gateway, "refund" | "askRefund"> {
  const provider = "zarinpal";
  const ask = (call: string, query: string, variables: Record<string, unknown>) =>
    askProvider({
      provider,
      call,
      url: `${graphqlOrigin}/api/v4/graphql`,
      headers: { "content-type": "application/json", authorization: `Bearer ${accessToken}` },
      body: JSON.stringify({ query, variables }),
      timeoutMs,
      ...(fetch && { fetch }),
    });

  return {
    async refund({ authority, amountToman, description }): Promise<RefundOutcome> {
      const amount = amountToman * RIAL_PER_TOMAN;
      const variables = { session_id: authority, amount, description, method: "CARD", reason: "CUSTOMER_REQUEST" };
      const answer = await ask("AddRefund", ADD_REFUND, variables);
      if (answer.kind === "unknown") return { kind: "unknown" };
      if (NOT_LET_IN.has(answer.status)) return { kind: "unheard" };
      const accepted = Answer.safeParse(answer.json).data?.data.resource;
      if (accepted?.amount === amount)
        return { kind: "accepted", ref: String(accepted.id), isDone: progressOf(accepted.timeline.refund_status) === "done" };
      const refused = Refused.safeParse(answer.json).data;
      const isPlain = refused !== undefined && !refused.errors.some(({ message }) => OWN_TROUBLE.test(message));
      logTrouble({ provider, call: "AddRefund" }, isPlain ? "refused" : "strange answer");
      return { kind: isPlain ? "refused" : "unknown" };
    },

    async askRefund(ref): Promise<RefundProgress> {
      const answer = await ask("Refund", ASK_REFUND, { id: ref });
      const found = answer.kind === "answer" ? Answer.safeParse(answer.json).data?.data.resource : undefined;
      return found && String(found.id) === ref ? progressOf(found.timeline.refund_status) : "unknown";
    },
  };
}

function progressOf(status: string): RefundProgress {
  switch (status.toUpperCase()) {
    case "DONE":
    case "SUCCESS":
      return "done";
    case "FAILED":
      return "failed";
    default:
      return "pending";
  }
}
