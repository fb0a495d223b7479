import { atom } from "nanostores";
import type {
  freeze as freezeCall,
  releaseFreeze,
  revokeBankCard,
  revokeIdentity,
} from "../../../contract/desk/freeze.ts";
import type {
  exportPerson,
  findPerson,
  forgetPerson,
  getPerson,
  notePerson,
  signPersonOut,
} from "../../../contract/desk/user.ts";
import type { AnswerOf } from "../../../contract/request.ts";
import { loadedOf, type Outcome } from "../call.ts";
import type { Loaded } from "../loaded.ts";
import { callDesk } from "./call.ts";

/** One person, and the actions that operators take about them. */

export type WholePerson = AnswerOf<typeof getPerson>;

export const $person = atom<Loaded<WholePerson>>({ state: "loading" });

export const findByPhone = (phone: string) =>
  callDesk<typeof findPerson>("POST", "/people/find", { body: { phone }, needs: ["person"] });

export async function loadPerson(id: string): Promise<void> {
  const outcome = await callDesk<typeof getPerson>("GET", "/people/:id", {
    params: { id },
    needs: ["person"],
  });
  $person.set(loadedOf(outcome));
}

/** Waits for an action and returns its outcome. Loads the person again after success. */
async function then<Value>(id: string, act: Promise<Outcome<Value>>): Promise<Outcome<Value>> {
  const outcome = await act;
  if (outcome.ok) await loadPerson(id);
  return outcome;
}

export const note = (id: string, text: string) =>
  then(
    id,
    callDesk<typeof notePerson>("POST", "/people/:id/notes", {
      params: { id },
      body: { note: text },
    }),
  );

/** Freezes a person, their known devices, or one of their cards or identity requests. */
export const freeze = (
  personId: string,
  kind: "person" | "device" | "card" | "identity",
  id: string,
  reason: string,
) =>
  then(personId, callDesk<typeof freezeCall>("POST", "/freezes", { body: { kind, id, reason } }));

/** Asks to take back the verification of a card or an identity. */
export const revoke = (personId: string, kind: "card" | "identity", id: string, reason: string) =>
  then(
    personId,
    kind === "card"
      ? callDesk<typeof revokeBankCard>("POST", "/bankcards/:id/revocation", {
          params: { id },
          body: { reason },
        })
      : callDesk<typeof revokeIdentity>("POST", "/authorizes/:id/revocation", {
          params: { id },
          body: { reason },
        }),
  );

export const release = (id: string, freezeId: string, reason: string) =>
  then(
    id,
    callDesk<typeof releaseFreeze>("POST", "/freezes/:id/release", {
      params: { id: freezeId },
      body: { reason },
    }),
  );

export const signOut = (id: string) =>
  then(id, callDesk<typeof signPersonOut>("POST", "/people/:id/sign-out", { params: { id } }));

export const forget = (id: string, reason: string) =>
  then(
    id,
    callDesk<typeof forgetPerson>("POST", "/people/:id/forget", {
      params: { id },
      body: { reason },
    }),
  );

export const exportData = (id: string) =>
  callDesk<typeof exportPerson>("GET", "/people/:id/export", { params: { id } });
