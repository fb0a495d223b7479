import { atom } from "nanostores";
import type { closeShop, getClosure, openShop } from "../../../contract/desk/closure.ts";
import type { AnswerOf, RequestOf } from "../../../contract/request.ts";
import { type Outcome, loadedOf } from "../call.ts";
import type { Loaded } from "../loaded.ts";
import { callDesk } from "./call.ts";
import { loadHealth } from "./health.ts";
import { withToast } from "./with-toast.ts";

/** Whether the shop is closed to shoppers, and what is under way. */

export type ShopState = AnswerOf<typeof getClosure>;

export const $closure = atom<Loaded<ShopState>>({ state: "loading" });

export async function loadClosure(): Promise<void> {
  const outcome = await callDesk<typeof getClosure>("GET", "/closure", { needs: ["underWay"] });
  $closure.set(loadedOf(outcome));
}

/** Closes the shop, and shows this in the top bar. */
export const close = (body: RequestOf<typeof closeShop>["body"]): Promise<Outcome<unknown>> =>
  withNews(callDesk<typeof closeShop>("POST", "/closure", { body }));

/** Opens the shop. It may already be open, because its hour came or a colleague was faster. */
export const open = (): Promise<Outcome<unknown>> =>
  withNews(callDesk<typeof openShop>("DELETE", "/closure"));

async function withNews(asked: Promise<Outcome<{ message: string }>>): Promise<Outcome<unknown>> {
  const outcome = await withToast(asked);
  await Promise.all([loadClosure(), loadHealth()]);
  return outcome;
}
