import { atom } from "nanostores";
import type { decideBankCard } from "../../../contract/desk/bank-card.ts";
import type { deliver } from "../../../contract/desk/delivery.ts";
import type { decideEarning } from "../../../contract/desk/earning.ts";
import type { decideIdentityRequest } from "../../../contract/desk/identity.ts";
import type { decideLook } from "../../../contract/desk/look.ts";
import type { decideNameRequest } from "../../../contract/desk/name-request.ts";
import type { adoptPayment } from "../../../contract/desk/payment.ts";
import type { decideProposal } from "../../../contract/desk/proposal.ts";
import type { bringBack, setAside } from "../../../contract/desk/queue.ts";
import type { endReview } from "../../../contract/desk/review.ts";
import type { answerTicket, moveTicket } from "../../../contract/desk/ticket.ts";
import type { findPerson } from "../../../contract/desk/user.ts";
import type { decideWithdrawal, holdWithdrawal } from "../../../contract/desk/withdrawal.ts";
import type { Outcome } from "../call.ts";
import { notify } from "../notice.ts";
import { type ManualCodeAnswer, isDoubtful } from "./brought.ts";
import { callDesk } from "./call.ts";
import {
  $chosen,
  $drafts,
  type QueuePane,
  choose,
  releaseThing,
  loadPane,
  neighbourOf,
} from "./queue-pane.ts";
import { $heard, KIND_NAMES, type QueueItem, hide, keyOf, loadQueue, unhide } from "./queue.ts";
import { askAgain } from "./supply.ts";
import { commitLater } from "./undo.ts";

/**
 * Decisions about the open thing. Decisions about papers wait eight seconds for an undo; decisions
 * about money are confirmed in a dialog.
 */

/**
 * Delayed decisions that the shop refused, with the reasons. Their things are in the list again.
 */
export const $refused = atom<readonly { key: string; text: string }[]>([]);

export function forgetRefusals(): void {
  $refused.set([]);
}

type DecisionOutcome = Outcome<{ message: string }>;

/** Returns the sentence of a refusal, with the operator who decided first. */
const sentenceOf = ({ message, details }: { message: string; details: string }) =>
  details === "" ? message : `${message} ${details}`;

/** Decides about papers in eight seconds, unless it is undone before. */
function decideLater(
  pane: QueuePane,
  text: string,
  send: (isLeaving: boolean) => Promise<DecisionOutcome>,
) {
  const thing: QueueItem = { kind: pane.kind, id: pane.id };
  const next = neighbourOf(thing);
  hide(thing);
  choose(next, { isDecided: true });
  commitLater({
    text,
    undo: () => {
      unhide(thing);
      choose(thing);
    },
    commit: (isLeaving) => {
      void send(isLeaving).then((outcome) => {
        releaseThing(thing);
        if (!outcome.ok) {
          unhide(thing);
          const about = `${KIND_NAMES[pane.kind]} ${pane.name}`.trim();
          $refused.set([
            ...$refused.get(),
            { key: keyOf(thing), text: `${about}: ${sentenceOf(outcome)}` },
          ]);
        }
        return settle(thing);
      });
    },
  });
}

/**
 * Shows the thing again if it still waits, for example because it was set aside or needs a second
 * person.
 */
async function settle(thing: QueueItem): Promise<void> {
  await loadQueue();
  if (!$heard.get().isStale) unhide(thing);
}

/** True for kinds whose decision can be undone for eight seconds. */
export const isUndoable = ({ kind }: QueueItem) =>
  kind === "identity" || kind === "bank_card" || kind === "name_request";

/**
 * Verifies papers. `reason` is needed for a name, and for a card of another owner, which a second
 * person is asked to confirm.
 */
export function verify(pane: QueuePane, reason: string): void {
  const { kind, id } = pane;
  const { name: whose } = pane;
  const isAsked = kind === "bank_card" && reason !== "";
  const done = isAsked ? "به نفر دوم سپرده شد" : "تأیید شد";
  decideLater(pane, `${KIND_NAMES[kind]} ${whose} ${done}.`, (isKeptAlive) => {
    const target = { params: { id }, isKeptAlive };
    if (kind === "bank_card")
      return callDesk<typeof decideBankCard>("PUT", "/bankcards/:id", {
        ...target,
        body: { status: "verified", ...(reason !== "" && { overrideReason: reason }) },
      });
    return kind === "name_request"
      ? callDesk<typeof decideNameRequest>("PUT", "/name-requests/:id", {
          ...target,
          body: { status: "verified", reason },
        })
      : callDesk<typeof decideIdentityRequest>("PUT", "/authorizes/:id", {
          ...target,
          body: { status: "verified" },
        });
  });
}

export function reject(pane: QueuePane, rejectionReason: string): void {
  const { kind, id } = pane;
  const text = `${KIND_NAMES[kind]} ${pane.name} رد شد: ${rejectionReason}`;
  decideLater(pane, text, (isKeptAlive) => {
    const request = {
      params: { id },
      isKeptAlive,
      body: { status: "rejected", rejectionReason } as const,
    };
    if (kind === "bank_card")
      return callDesk<typeof decideBankCard>("PUT", "/bankcards/:id", request);
    return kind === "name_request"
      ? callDesk<typeof decideNameRequest>("PUT", "/name-requests/:id", request)
      : callDesk<typeof decideIdentityRequest>("PUT", "/authorizes/:id", request);
  });
}

export function closeTicket(pane: QueuePane): void {
  decideLater(pane, `تیکت ${pane.name} بسته شد.`, (isKeptAlive) =>
    callDesk<typeof moveTicket>("PUT", "/tickets/:id/status", {
      params: { id: pane.id },
      isKeptAlive,
      body: { status: "Closed" },
    }),
  );
}

/**
 * Carries out a decision that cannot be undone. Returns the sentence of a refusal, or "" when it is
 * done and the next thing is open.
 */
async function decideNow(pane: QueuePane, ask: Promise<DecisionOutcome>): Promise<string> {
  const thing: QueueItem = { kind: pane.kind, id: pane.id };
  const outcome = await ask;
  if (!outcome.ok) {
    if (outcome.status === 0 || outcome.status === 409) await loadPane(thing);
    return outcome.status === 0
      ? "پاسخی نیامد و روشن نیست که انجام شده است. وضع این کار را دوباره خواندیم؛ پیش از تکرار آن را ببینید."
      : sentenceOf(outcome);
  }
  const next = neighbourOf(thing);
  hide(thing);
  $drafts.setKey(keyOf(thing), undefined);
  if ($chosen.get() && keyOf($chosen.get() ?? thing) === keyOf(thing)) choose(next);
  notify("success", outcome.value.message);
  void settle(thing);
  return "";
}

/** Takes a withdrawal in hand before it is paid, or puts it back. Returns a refusal's sentence. */
export async function takeInHand(pane: QueuePane, inHand: boolean): Promise<string> {
  const outcome = await callDesk<typeof holdWithdrawal>("PUT", "/withdrawals/:id/hand", {
    params: { id: pane.id },
    body: { inHand },
  });
  await loadPane(pane);
  return outcome.ok ? "" : sentenceOf(outcome);
}

export const pay = (pane: QueuePane, reference: string, overrideReason: string) =>
  decideNow(
    pane,
    callDesk<typeof decideWithdrawal>("PUT", "/withdrawals/:id", {
      params: { id: pane.id },
      body: { status: "paid", reference, ...(overrideReason !== "" && { overrideReason }) },
    }),
  );

/** Makes the positive or the negative decision about a thing with money. */
export function decideMoney(pane: QueuePane, isYes: boolean, reason: string): Promise<string> {
  const { kind, id } = pane;
  switch (kind) {
    case "withdrawal":
      return decideNow(
        pane,
        callDesk<typeof decideWithdrawal>("PUT", "/withdrawals/:id", {
          params: { id },
          body: { status: "rejected", rejectionReason: reason },
        }),
      );
    case "look":
      return decideNow(
        pane,
        callDesk<typeof decideLook>("PUT", "/looks/:orderId", {
          params: { orderId: id },
          body: { status: isYes ? "released" : "refunded", reason },
        }),
      );
    case "earning":
      return decideNow(
        pane,
        callDesk<typeof decideEarning>("PUT", "/earnings/:id", {
          params: { id },
          body: { status: isYes ? "released" : "refused", reason },
        }),
      );
    case "proposal":
      return decideNow(
        pane,
        callDesk<typeof decideProposal>("PUT", "/proposals/:id", {
          params: { id },
          body: { status: isYes ? "confirmed" : "dropped" },
        }),
      );
    default:
      return decideNow(
        pane,
        callDesk<typeof endReview>("PUT", "/reviews/:id", {
          params: { id },
          body: { moneyIs: isYes ? "in_shop" : "on_card", note: reason },
        }),
      );
  }
}

/** Finds the payer of a stray payment by their phone. */
export const findPayer = (phone: string) =>
  callDesk<typeof findPerson>("POST", "/people/find", { body: { phone }, needs: ["person"] });

export const adopt = (pane: QueuePane, personId: string) =>
  decideNow(
    pane,
    callDesk<typeof adoptPayment>("POST", "/stray-payments", {
      body: { authority: pane.id, amount: pane.amount ?? 0, personId },
    }),
  );

export async function deliverCodes(
  pane: QueuePane,
  codes: string[],
  isSure: boolean,
): Promise<ManualCodeAnswer> {
  const outcome = await callDesk<typeof deliver>("POST", "/deliveries/:orderItemId/codes", {
    params: { orderItemId: pane.id },
    body: { codes, isSure },
  });
  const problem = await decideNow(pane, Promise.resolve(outcome));
  return { problem, isDoubtful: isDoubtful(outcome) };
}

export const answer = (pane: QueuePane, content: string) =>
  decideNow(
    pane,
    callDesk<typeof answerTicket>("POST", "/tickets/:id/messages", {
      params: { id: pane.id },
      body: { content },
    }),
  );

export const putAside = (pane: QueuePane, until: number, reason: string) =>
  decideNow(
    pane,
    callDesk<typeof setAside>("PUT", "/queue/:kind/:id/aside", {
      params: { kind: pane.kind, id: pane.id },
      body: { until: new Date(until).toISOString(), reason },
    }),
  );

/** Asks the supplier of an order again. Returns a refusal's sentence. */
export async function askSupplier(pane: QueuePane, ref: string): Promise<string> {
  const refused = await askAgain(ref);
  await Promise.all([loadQueue(), loadPane(pane)]);
  return refused;
}

export async function takeBack(pane: QueuePane): Promise<void> {
  const thing = { kind: pane.kind, id: pane.id };
  await callDesk<typeof bringBack>("DELETE", "/queue/:kind/:id/aside", { params: thing });
  await loadPane(thing);
  await loadQueue();
}
