import { z } from "zod";
import { REJECTED, askProvider, logTrouble } from "./ask.ts";
import type { Gateway, RefundOutcome, RefundProgress } from "./gateway.ts";

interface RefundOptions {
  /** Without a path: https://api.zibal.ir. */
  apiOrigin: string;
  accessToken: string;
  accountId: string;
  fetch?: typeof globalThis.fetch;
  timeoutMs: number;
}

const RIAL_PER_TOMAN = 10;
const ROWS_MAX = 100;

const Id = z.union([z.string().min(1).max(64), z.number().int().positive()]).transform(String);
const Result = z.object({ result: z.int() });
const Named = z
  .object({ refundId: Id.optional(), id: Id.optional() })
  .transform(({ refundId, id }) => refundId ?? id);
const Made = z.object({ result: z.literal(1), data: Named });
/** A refund. Every row must be readable, because an unread row might be the refund in question. */
const Row = z.object({
  refundId: Id.optional(),
  id: Id.optional(),
  amount: z.int().positive(),
  status: z.literal([0, 1, 2, 3]),
});
type Row = z.infer<typeof Row>;
const Rows = z.object({ result: z.literal(1), data: z.array(Row).max(ROWS_MAX) });

const DONE = 2;
const FAILED = 3;
/** Results with which the platform rejects the caller: key, access, address, merchant. */
const NOT_LET_IN_RESULTS = new Set([2, 3, 4, 7, 8, 18]);
const BAD_INPUT = 6;

/**
 * Refunds through Zibal's platform (POST /v1/account/refund and /v1/account/refund/inquiry, as in
 * the sources of zibal-java-sdk). Amounts are rial; a payment is named by its number. There is no
 * idempotency key, so the refunds of the payment are read before and after the request. The request
 * is sent only if the earlier refunds are exactly those that the shop made. A new refund after the
 * request proves that it succeeded, even if its answer was lost. An answer that is neither a clear
 * yes nor a clear no is `unknown`.
 */
export function zibalRefunds({
  apiOrigin,
  accessToken,
  accountId,
  fetch,
  timeoutMs,
}: RefundOptions): Pick<Gateway, "refund" | "askRefund" | "hasRefunded"> {
  const provider = "zibal";
  const ask = (call: string, path: string, fields: object) =>
    askProvider({
      provider,
      call,
      url: `${apiOrigin}/v1/account/${path}`,
      headers: { "content-type": "application/json", authorization: `Bearer ${accessToken}` },
      body: JSON.stringify(fields),
      timeoutMs,
      ...(fetch && { fetch }),
    });

  /** Reads refunds; undefined without a clear answer. */
  async function readRows(which: object): Promise<Row[] | undefined> {
    const answer = await ask("refund inquiry", "refund/inquiry", which);
    const rows = answer.kind === "answer" ? Rows.safeParse(answer.json).data?.data : undefined;
    if (!rows) logTrouble({ provider, call: "refund inquiry" }, "no clear answer");
    return rows;
  }
  const readRowsOf = (authority: string) =>
    readRows({ transactionTrackId: Number(authority.slice(1)) });

  return {
    async refund(refund): Promise<RefundOutcome> {
      const { authority, earlierToman, amountToman, description } = refund;
      const before = await readRowsOf(authority);
      if (!before) return { kind: "not_read" };
      if (sumOf(before) !== earlierToman * RIAL_PER_TOMAN) {
        logTrouble({ provider, call: "refund" }, "other refunds than the shop's");
        return { kind: "unknown" };
      }
      const answer = await ask("refund", "refund", {
        accountId,
        trackId: Number(authority.slice(1)),
        amount: amountToman * RIAL_PER_TOMAN,
        description,
      });
      const json = answer.kind === "answer" ? answer.json : undefined;
      const result = Result.safeParse(json).data?.result ?? 0;
      if (
        NOT_LET_IN_RESULTS.has(result) ||
        (answer.kind === "answer" && REJECTED.has(answer.status))
      )
        return { kind: "not_read" };
      if (result === BAD_INPUT) return { kind: "refused" };
      const named = Made.safeParse(json).data?.data;
      const after = await readRowsOf(authority);
      const made = after?.find(
        (row) =>
          idOf(row) !== undefined &&
          !before.some((old) => idOf(old) === idOf(row)) &&
          row.amount === amountToman * RIAL_PER_TOMAN,
      );
      const ref = named ?? (made && idOf(made));
      if (ref !== undefined) return { kind: "accepted", ref, isDone: made?.status === DONE };
      logTrouble({ provider, call: "refund" }, `result ${String(result)}`);
      return { kind: "unknown" };
    },

    async askRefund({ ref, amountToman }): Promise<RefundProgress> {
      const rows = await readRows({ refundId: ref });
      const row = rows?.find((one) => idOf(one) === ref);
      if (row?.amount !== amountToman * RIAL_PER_TOMAN) return "unknown";
      if (row.status === DONE) return "done";
      return row.status === FAILED ? "failed" : "pending";
    },

    async hasRefunded({ authority, earlierToman }) {
      const rows = await readRowsOf(authority);
      if (!rows) return "unknown";
      const shownRial = sumOf(rows);
      const earlierRial = earlierToman * RIAL_PER_TOMAN;
      if (shownRial > earlierRial) return "yes";
      return shownRial === earlierRial ? "no" : "unknown";
    },
  };
}

const idOf = ({ refundId, id }: Row) => refundId ?? id;

/** Sums up what has reached the card or is on its way to it, in rial. */
const sumOf = (rows: readonly Row[]) =>
  rows.filter(({ status }) => status !== FAILED).reduce((sum, { amount }) => sum + amount, 0);
