import { atom } from "nanostores";
import { loadedOf } from "../call.ts";
import type { showInquiries } from "../../../contract/desk/inquiry.ts";
import type { AnswerOf } from "../../../contract/request.ts";
import type { Loaded } from "../loaded.ts";
import { callDesk } from "./call.ts";

/** Inquiries about identities and cards: what is asked, and how it ended. */

export type Inquiries = AnswerOf<typeof showInquiries>;

export const $inquiries = atom<Loaded<Inquiries>>({ state: "loading" });

export async function loadInquiries(): Promise<void> {
  const outcome = await callDesk<typeof showInquiries>("GET", "/inquiries", { needs: ["facts"] });
  $inquiries.set(loadedOf(outcome));
}
