import { z } from "zod";
import { REJECTED, askProvider, logTrouble } from "./ask.ts";
import type { Gateway, RefundOutcome, RefundProgress } from "./gateway.ts";

interface RefundOptions {
  /** Without a path: https://next.zarinpal.com. */
  graphqlOrigin: string;
  accessToken: string;
  /** The terminal number, from the merchant panel. */
  terminalId: string;
  fetch?: typeof globalThis.fetch;
  timeoutMs: number;
}

const RIAL_PER_TOMAN = 10;

const FIELDS =
  "{ terminal_id, id, amount, timeline { refund_amount, refund_time, refund_status } }";
const FIND_SESSION = `query Sessions($terminal_id: ID!, $reference_id: String, $limit: Int) {
  resource: Session(terminal_id: $terminal_id, reference_id: $reference_id, limit: $limit) {
    id, status, amount
  }
}`;
const ADD_REFUND = `mutation AddRefund($session_id: ID!, $amount: BigInteger!, $description: String,
  $method: InstantPayoutActionTypeEnum, $reason: RefundReasonEnum) {
  resource: AddRefund(session_id: $session_id, amount: $amount, description: $description,
    method: $method, reason: $reason) ${FIELDS}
}`;
const ASK_REFUND = `query SessionById($id: ID!) { resource: SessionById(id: $id) ${FIELDS} }`;
/**
 * The number of sessions to read. A reference should belong to one payment; if several sessions
 * have the paid amount, none of them is used.
 */
const SESSIONS_MAX = 5;

const Id = z.union([z.string().min(1).max(64), z.number().int().positive()]).transform(String);
const Sessions = z.object({
  data: z.object({ resource: z.array(z.object({ id: Id, amount: z.coerce.number().int() })) }),
});
const Entry = z.object({
  refund_amount: z.coerce.number().int(),
  refund_status: z.string().max(40),
});
/**
 * The payment after its last refund. Zarinpal's own SDKs differ in what `id` and `amount` mean
 * (session or transaction, paid or refunded), so neither is read. One SDK describes the timeline as
 * one entry, the other as a list.
 */
const Answer = z.object({
  data: z.object({
    resource: z.object({
      timeline: z.union([Entry.transform((entry) => [entry]), z.array(Entry).min(1).max(100)]),
    }),
  }),
});
/** Like `Answer`, for a payment that may have no refund and therefore no timeline. */
const Found = z.object({
  data: z.object({
    resource: z.object({
      id: Id,
      timeline: z
        .union([Entry.transform((entry) => [entry]), z.array(Entry).max(100)])
        .nullable()
        .transform((entries) => entries ?? []),
    }),
  }),
});
type Timeline = z.infer<typeof Answer>["data"]["resource"]["timeline"];
/** A refusal has no data, only errors. */
const Refused = z.object({
  data: z.union([z.null(), z.object({ resource: z.null() })]).optional(),
  errors: z.array(z.object({ message: z.string() })).min(1),
});
/** Words of a server error; the refund may or may not have been made. */
const OWN_TROUBLE = /internal|server error|time-?d? ?out|unavailable/i;
/** Words that mean the same as a status of 401, 403 or 429: GraphQL answers them with 200. */
const REJECTED_WORDS = /unauthenticated|unauthori[sz]ed|too many/i;
/**
 * No source lists the states of a refund. These words count as done, `FAILED` as failed, and any
 * other word as pending.
 */
const DONE_WORDS = new Set([
  "DONE",
  "SUCCESS",
  "SUCCESSFUL",
  "SUCCEEDED",
  "COMPLETE",
  "COMPLETED",
  "REFUNDED",
]);

/**
 * Refunds through Zarinpal's GraphQL (zarinpal.com/docs/apiDocs/query/{session,refund}, and the
 * sources of zarinpal-php-sdk and zarinpal-node-sdk). Amounts are rial, at least 20,000. A refund
 * needs the session's number, which is looked up first by the payment's reference; if that fails,
 * nothing was requested. An answer that is not clearly a yes or a no is `unknown`. It is a yes only
 * if it shows at least the sum of this refund and the earlier ones: a smaller sum may be the state
 * before this refund.
 */
export function zarinpalRefunds({
  graphqlOrigin,
  accessToken,
  terminalId,
  fetch,
  timeoutMs,
}: RefundOptions): Pick<Gateway, "refund" | "askRefund" | "hasRefunded"> {
  const provider = "zarinpal";
  const ask = (call: string, query: string, variables: Record<string, unknown>) =>
    askProvider({
      provider,
      call,
      url: `${graphqlOrigin}/api/v4/graphql/`,
      headers: { "content-type": "application/json", authorization: `Bearer ${accessToken}` },
      body: JSON.stringify({ query, variables }),
      timeoutMs,
      ...(fetch && { fetch }),
    });

  /**
   * Finds the session of a payment; null when it could not be found, so the caller may try again.
   */
  async function findSession(refId: string, paidToman: number): Promise<string | null> {
    const answer = await ask("Session", FIND_SESSION, {
      terminal_id: terminalId,
      reference_id: refId,
      limit: SESSIONS_MAX,
    });
    if (answer.kind === "unknown") return null;
    const sessions = Sessions.safeParse(answer.json).data?.data.resource ?? [];
    const [session, ...others] = sessions.filter(
      ({ amount }) => amount === paidToman * RIAL_PER_TOMAN,
    );
    if (session && others.length === 0) return session.id;
    logTrouble({ provider, call: "Session" }, "no such session, or several");
    return null;
  }

  return {
    async refund(refund): Promise<RefundOutcome> {
      const { refId, paidToman, earlierToman, amountToman, description } = refund;
      const session = await findSession(refId, paidToman);
      if (session === null) return { kind: "not_read" };
      const variables = {
        session_id: session,
        amount: amountToman * RIAL_PER_TOMAN,
        description,
        method: "CARD",
        reason: "CUSTOMER_REQUEST",
      };
      const answer = await ask("AddRefund", ADD_REFUND, variables);
      if (answer.kind === "unknown") return { kind: "unknown" };
      const { data: refused } = Refused.safeParse(answer.json);
      const isSaid = (words: RegExp) =>
        refused?.errors.some(({ message }) => words.test(message)) ?? false;
      if (REJECTED.has(answer.status) || isSaid(REJECTED_WORDS)) return { kind: "not_read" };
      const timeline = readTimeline(answer.json);
      if (timeline && shows(timeline, earlierToman + amountToman))
        return { kind: "accepted", ref: session, isDone: timeline.every(isDone) };
      const isPlain = refused !== undefined && !isSaid(OWN_TROUBLE);
      logTrouble({ provider, call: "AddRefund" }, isPlain ? "refused" : "unexpected answer");
      return { kind: isPlain ? "refused" : "unknown" };
    },

    async askRefund({ ref, earlierToman, amountToman }): Promise<RefundProgress> {
      const answer = await ask("SessionById", ASK_REFUND, { id: ref });
      const timeline = answer.kind === "answer" ? readTimeline(answer.json) : undefined;
      if (!timeline) return "unknown";
      if (!timeline.every((entry) => isDone(entry) || isFailed(entry))) return "pending";
      if (timeline.some(isFailed)) return "failed";
      return shows(timeline, earlierToman + amountToman) ? "done" : "pending";
    },

    async hasRefunded({ refId, paidToman, earlierToman }) {
      const session = await findSession(refId, paidToman);
      if (session === null) return "unknown";
      const answer = await ask("SessionById", ASK_REFUND, { id: session });
      const found = answer.kind === "answer" ? Found.safeParse(answer.json).data : undefined;
      if (!found) return "unknown";
      const { timeline } = found.data.resource;
      // Refunds under way count, because they will reach the card. A sum below that of the earlier
      // refunds is not a clear answer.
      const shownRial = sumOf(timeline.filter((entry) => !isFailed(entry)));
      const earlierRial = earlierToman * RIAL_PER_TOMAN;
      if (shownRial > earlierRial) return "yes";
      return shownRial === earlierRial ? "no" : "unknown";
    },
  };
}

function readTimeline(json: unknown): Timeline | undefined {
  return Answer.safeParse(json).data?.data.resource.timeline;
}

function shows(timeline: Timeline, totalToman: number): boolean {
  return sumOf(timeline) >= totalToman * RIAL_PER_TOMAN;
}

function sumOf(timeline: Timeline): number {
  return timeline.reduce((sum, entry) => sum + entry.refund_amount, 0);
}

const isDone = ({ refund_status: status }: Timeline[number]) =>
  DONE_WORDS.has(status.toUpperCase());
const isFailed = ({ refund_status: status }: Timeline[number]) => status.toUpperCase() === "FAILED";
