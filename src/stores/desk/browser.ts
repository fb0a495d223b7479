import { atom } from "nanostores";
import { loadedOf } from "../call.ts";
import type { endToken } from "../../../contract/desk/token.ts";
import type { listBrowsers } from "../../../contract/desk/session.ts";
import type { AnswerOf } from "../../../contract/request.ts";
import type { Loaded } from "../loaded.ts";
import { callDesk } from "./call.ts";

/** The browsers in which the operator has the desk open. */

export type Browser = AnswerOf<typeof listBrowsers>["sessions"][number];

export const $browsers = atom<Loaded<readonly Browser[]>>({ state: "loading" });

export async function loadBrowsers(): Promise<void> {
  const outcome = await callDesk<typeof listBrowsers>("GET", "/sessions", { needs: ["sessions"] });
  $browsers.set(loadedOf(outcome, ({ sessions }) => sessions));
}

/** Ends the session of a browser. Returns the sentence of a refusal, else "". */
export async function endBrowser(id: string): Promise<string> {
  const outcome = await callDesk<typeof endToken>("DELETE", "/tokens/:id", { params: { id } });
  if (!outcome.ok && outcome.status !== 404) return outcome.message;
  await loadBrowsers();
  return "";
}
