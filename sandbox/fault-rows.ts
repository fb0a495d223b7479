import { z } from "zod";

/** A planned failure of a provider, for the next `times` calls of `call`. */
export const Fault = z.strictObject({
  provider: z.enum([
    "zarinpal",
    "zibal",
    "kavenegar",
    "resend",
    "nobitex",
    "wallex",
    "rates-address",
    "bot",
    "reloadly",
    "zibal-inquiry",
  ]),
  call: z.enum([
    "request",
    "verify",
    "unVerified",
    "inquiry",
    "lookup",
    "send",
    "session",
    "refund",
    "askRefund",
    "rates",
    "sendMessage",
    "token",
    "balance",
    "price",
    "order",
    "find",
    "codes",
    "phone",
    "card",
    "iban",
  ]),
  kind: z.enum([
    "timeout",
    "lost_answer",
    "http_500",
    "html",
    "redirect",
    "huge",
    "wrong_types",
    "wrong_amount",
    "other_shape",
    "old_state",
    "code",
  ]),
  /** The provider's own failure code, for kind `code`. */
  code: z.number().int().optional(),
  times: z.number().int().min(1).max(10_000).default(1),
});
export type Fault = z.infer<typeof Fault>;

export function addFault(sql: SqlStorage, fault: Fault): void {
  sql.exec(
    `INSERT INTO fault (provider, call, kind, code, times) VALUES (?, ?, ?, ?, ?)`,
    fault.provider,
    fault.call,
    fault.kind,
    fault.code ?? null,
    fault.times,
  );
}

/** Returns the oldest fault planned for this call and lowers its `times` by one. */
export function takeFault(sql: SqlStorage, provider: string, call: string): Fault | null {
  const row = sql
    .exec(`SELECT * FROM fault WHERE provider = ? AND call = ? ORDER BY id LIMIT 1`, provider, call)
    .toArray()[0];
  if (!row) return null;
  sql.exec(`UPDATE fault SET times = times - 1 WHERE id = ?`, row["id"]);
  sql.exec(`DELETE FROM fault WHERE times <= 0`);
  return Fault.parse({
    provider,
    call,
    kind: row["kind"],
    code: row["code"] ?? undefined,
    times: row["times"],
  });
}

export function clearFaults(sql: SqlStorage): void {
  sql.exec(`DELETE FROM fault`);
}
