/**
 * Logs one line for each call and each run of a job: what it was, how it ended, and how many
 * milliseconds it took. `call` is the method and the route with the names of its parameters, never
 * their values, so the line contains nothing about a person.
 */
export function logWork(
  work: { call: string } | { job: string },
  outcome: string | number,
  ms: number,
): void {
  console.info(JSON.stringify({ ...work, outcome, ms }));
}

/** Something that a restore of the database cannot undo, because it happened outside of it. */
export interface Effect {
  /**
   * code: somebody saw it. person: was forgotten. payment: the gateway confirmed it. refund: the
   * gateway was asked for it. withdrawal: was paid. payout: a bank file has the withdrawal.
   */
  effect: "code" | "person" | "payment" | "refund" | "withdrawal" | "payout";
  /** The id of its row; of a payment, its authority at the gateway. Null for nothing. */
  id: string | null;
  /** The order item of a code when it was seen. */
  item?: string | null;
  /** The keyed hash of a code. */
  fingerprint?: string;
  toman?: number;
  /**
   * The bank's reference of a paid withdrawal, the number of a bank file, or that of the order of a
   * refund.
   */
  reference?: string;
}

/** Logs an effect in a line of its own, from which a restore learns what happened after its copy. */
export function logEffect({ effect, id, item, fingerprint, toman, reference }: Effect): void {
  console.info(JSON.stringify({ effect, id, item, fingerprint, toman, reference }));
}
