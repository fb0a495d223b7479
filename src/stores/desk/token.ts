import { atom } from "nanostores";
import type { endToken, listTokens, makeToken } from "../../../contract/desk/token.ts";
import type { AnswerOf, RequestOf } from "../../../contract/request.ts";
import { loadedOf, type Outcome } from "../call.ts";
import type { Loaded } from "../loaded.ts";
import { callDesk } from "./call.ts";

/** The operator's own tokens, for programs. */

export type Token = AnswerOf<typeof listTokens>["tokens"][number];

export const $tokens = atom<Loaded<readonly Token[]>>({ state: "loading" });

export async function loadTokens(): Promise<void> {
  const outcome = await callDesk<typeof listTokens>("GET", "/tokens", { needs: ["tokens"] });
  $tokens.set(loadedOf(outcome, ({ tokens }) => tokens));
}

/** Makes a token. Only this outcome contains its text. */
export async function makeOwnToken(
  body: RequestOf<typeof makeToken>["body"],
): Promise<Outcome<AnswerOf<typeof makeToken>>> {
  const outcome = await callDesk<typeof makeToken>("POST", "/tokens", { body, needs: ["token"] });
  if (outcome.ok) await loadTokens();
  return outcome;
}

/** Ends a token. Returns the sentence of a refusal, else "". */
export async function endOwnToken(id: string): Promise<string> {
  const outcome = await callDesk<typeof endToken>("DELETE", "/tokens/:id", { params: { id } });
  // A token that is not found was already ended elsewhere.
  if (!outcome.ok && outcome.status !== 404) return outcome.message;
  await loadTokens();
  return "";
}
