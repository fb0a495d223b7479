import { atom } from "nanostores";
import type { getHealthDetails } from "../../../contract/desk/health.ts";
import type { AnswerOf } from "../../../contract/request.ts";
import { callDesk } from "./call.ts";

const ASK_EACH_MS = 60_000;

/** The shop's health; null until this page has loaded it. */
export const $health = atom<AnswerOf<typeof getHealthDetails> | null>(null);

/** Asks every minute while the page is visible. Returns a function that stops this. */
export function watchHealth(): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === "visible") void loadHealth();
  }, ASK_EACH_MS);
  return () => {
    clearInterval(timer);
  };
}

export async function loadHealth(): Promise<void> {
  const outcome = await callDesk<typeof getHealthDetails>("GET", "/health", {
    needs: ["status"],
    isPoll: true,
  });
  if (outcome.ok) $health.set(outcome.value);
}
