import { atom } from "nanostores";
import type {
  changeEmail,
  changeRole,
  endOperator as endCall,
  inviteAgain,
  inviteOperator,
  listOperators,
} from "../../../contract/desk/operator.ts";
import type { AnswerOf, RequestOf } from "../../../contract/request.ts";
import { loadedOf, type Outcome } from "../call.ts";
import type { Loaded } from "../loaded.ts";
import { notify } from "../notice.ts";
import { callDesk } from "./call.ts";

/** The people who work at the desk, for owners. */

export type Colleague = AnswerOf<typeof listOperators>["operators"][number];
export type Role = Colleague["role"];
export type Area = Colleague["areas"][number];

/** An invitation; its link is shown only once. */
export interface Invitation {
  name: string;
  message: string;
  link: string;
  expiresAt: string;
}

export const $colleagues = atom<Loaded<readonly Colleague[]>>({ state: "loading" });

export async function loadColleagues(): Promise<void> {
  const outcome = await callDesk<typeof listOperators>("GET", "/operators", {
    needs: ["operators"],
  });
  $colleagues.set(loadedOf(outcome, ({ operators }) => operators));
}

export async function invite(
  body: RequestOf<typeof inviteOperator>["body"],
): Promise<Outcome<Invitation>> {
  return toInvitation(
    body.name,
    await callDesk<typeof inviteOperator>("POST", "/operators", { body, needs: ["secret"] }),
  );
}

/** Sends a new invitation to an operator who lost their access. */
export async function inviteAnew(name: string): Promise<Outcome<Invitation>> {
  return toInvitation(
    name,
    await callDesk<typeof inviteAgain>("POST", "/operators/:name/invitation", {
      params: { name },
      needs: ["secret"],
    }),
  );
}

async function toInvitation(
  name: string,
  outcome: Outcome<AnswerOf<typeof inviteAgain>>,
): Promise<Outcome<Invitation>> {
  if (!outcome.ok) return outcome;
  await loadColleagues();
  const { message, secret, expiresAt } = outcome.value;
  const link = `${location.origin}/desk/enter#${secret}`;
  return { ok: true, value: { name, message, link, expiresAt } };
}

/** True when role or areas would change. `areas` is null for the default areas of the role. */
const isMoved = (row: Colleague, role: Role, areas: readonly Area[] | null): boolean =>
  role !== row.role ||
  (areas === null ? !row.isPrepared : areas.join() !== (row.isPrepared ? "" : row.areas.join()));

/**
 * Changes an operator's e-mail address, role and areas, as far as they differ. Shows the message of
 * the last change.
 */
export async function changeColleague(
  row: Colleague,
  { role, areas, email }: { role: Role; areas: readonly Area[] | null; email: string },
): Promise<Outcome<unknown>> {
  const { name, email: known } = row;
  const requested = email.trim() === "" ? null : email.trim();
  let outcome: Outcome<{ message: string } | null> = { ok: true, value: null };
  if (requested !== known)
    outcome = await callDesk<typeof changeEmail>("PUT", "/operators/:name/email", {
      params: { name },
      body: { email: requested },
    });
  if (outcome.ok && isMoved(row, role, areas))
    outcome = await callDesk<typeof changeRole>("PUT", "/operators/:name/role", {
      params: { name },
      body: { role, ...(areas && { areas: [...areas] }) },
    });
  await loadColleagues();
  if (outcome.ok && outcome.value) notify("success", outcome.value.message);
  return outcome;
}

/** Ends an operator's access to the desk. Returns the sentence of a refusal, else "". */
export async function endColleague(name: string): Promise<string> {
  const outcome = await callDesk<typeof endCall>("DELETE", "/operators/:name", {
    params: { name },
  });
  if (!outcome.ok) return outcome.message;
  await loadColleagues();
  return "";
}
