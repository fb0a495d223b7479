import { atom } from "nanostores";
import type {
  endAlertChannel,
  listAlerts,
  makeAlertChannel,
  tryAlertChannel,
} from "../../../contract/desk/alert.ts";
import type { AnswerOf, RequestOf } from "../../../contract/request.ts";
import { loadedOf, type Refused } from "../call.ts";
import type { Loaded } from "../loaded.ts";
import { notify } from "../notice.ts";
import { callDesk } from "./call.ts";

/** Alerts to operators: the channels that get them, and the figures beyond their thresholds. */

type Alerts = AnswerOf<typeof listAlerts>;
export type AlertChannel = Alerts["channels"][number];
export type NewChannel = RequestOf<typeof makeAlertChannel>["body"];

export const $alerts = atom<Loaded<Alerts>>({ state: "loading" });

export async function loadAlerts(): Promise<void> {
  const outcome = await callDesk<typeof listAlerts>("GET", "/alerts", { needs: ["channels"] });
  $alerts.set(loadedOf(outcome));
}

/** Makes a channel. Returns the refusal, else null. */
export async function makeChannel(body: NewChannel): Promise<Refused | null> {
  const outcome = await callDesk<typeof makeAlertChannel>("POST", "/alerts/channels", { body });
  if (!outcome.ok) return outcome;
  notify("success", outcome.value.message);
  await loadAlerts();
  return null;
}

/** Sends a test message. Returns the sentence of a refusal, else "". */
export async function tryChannel(id: string): Promise<string> {
  const outcome = await callDesk<typeof tryAlertChannel>("POST", "/alerts/channels/:id/trial", {
    params: { id },
  });
  if (outcome.ok) notify("success", outcome.value.message);
  await loadAlerts();
  return outcome.ok ? "" : outcome.message;
}

/** Ends a channel. Returns the sentence of a refusal, else "". */
export async function endChannel(id: string): Promise<string> {
  const outcome = await callDesk<typeof endAlertChannel>("DELETE", "/alerts/channels/:id", {
    params: { id },
  });
  // A channel that is not found was already ended elsewhere.
  if (!outcome.ok && outcome.status !== 404) return outcome.message;
  await loadAlerts();
  return "";
}
