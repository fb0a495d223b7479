import { atom } from "nanostores";
import type { closeShop, getClosure, openShop } from "../../../contract/desk/closure.ts";
import type { AnswerOf, RequestOf } from "../../../contract/request.ts";
import { type Outcome, loadedOf } from "../call.ts";
import type { Loaded } from "../loaded.ts";
import { callDesk } from "./call.ts";
import { loadHealth } from "./health.ts";
import { notify } from "../notice.ts";
import { withToast } from "./with-toast.ts";

/** Whether the shop is closed to shoppers, and what is under way. */

export type ShopState = AnswerOf<typeof getClosure>;

type Closure = NonNullable<ShopState["closure"]>;

/** Returns when a closure ends by itself, UTC milliseconds; null when an operator ends it. */
export const opensAtOf = ({ reopensAt }: Closure): number | null =>
  reopensAt === null ? null : Date.parse(reopensAt);

/** Returns a closure that has not ended by itself since it was loaded. */
export function inForce(closure: Closure | null, now: number): Closure | null {
  const opensAt = closure && opensAtOf(closure);
  return opensAt !== null && opensAt <= now ? null : closure;
}

export const $closure = atom<Loaded<ShopState>>({ state: "loading" });

export async function loadClosure(): Promise<void> {
  const outcome = await callDesk<typeof getClosure>("GET", "/closure", { needs: ["underWay"] });
  $closure.set(loadedOf(outcome));
}

/** Closes the shop, and shows this in the top bar. */
export const close = (body: RequestOf<typeof closeShop>["body"]): Promise<Outcome<unknown>> =>
  withNews(callDesk<typeof closeShop>("POST", "/closure", { body }));

/** Opens the shop that this closure closed. It may be open already. */
export const open = (id: string): Promise<Outcome<unknown>> =>
  withNews(callDesk<typeof openShop>("DELETE", "/closure/:id", { params: { id } }));

/** Shows how the act ended, also where its form is gone, and what is so now. */
async function withNews(asked: Promise<Outcome<{ message: string }>>): Promise<Outcome<unknown>> {
  const outcome = await withToast(asked);
  if (!outcome.ok && outcome.status !== 422) notify("error", outcome.message);
  await Promise.all([loadClosure(), loadHealth()]);
  return outcome;
}
