import type * as WebAuthn from "@simplewebauthn/browser";
import { loadedOf } from "../call.ts";
import { atom } from "nanostores";
import type {
  addPasskey,
  endPasskey as endCall,
  enterWithPasskey,
  listPasskeys,
  provePasskey,
  startEntry,
  startPasskey,
  startProof,
} from "../../../contract/desk/passkey.ts";
import type { AnswerOf, RequestOf } from "../../../contract/request.ts";
import type { Loaded } from "../loaded.ts";
import { callDesk } from "./call.ts";

/** Passkeys: registering one, signing in with it, and showing it again as a proof. */

export type Passkey = AnswerOf<typeof listPasskeys>["passkeys"][number];

export const $passkeys = atom<Loaded<readonly Passkey[]>>({ state: "loading" });

export async function loadPasskeys(): Promise<void> {
  const outcome = await callDesk<typeof listPasskeys>("GET", "/passkeys", { needs: ["passkeys"] });
  $passkeys.set(loadedOf(outcome, ({ passkeys }) => passkeys));
}

/** Registers a passkey of this device. Returns the sentence of a refusal, else "". */
export async function registerPasskey(label: string): Promise<string> {
  const begun = await callDesk<typeof startPasskey>("POST", "/passkeys/options");
  if (!begun.ok) return begun.message;
  const optionsJSON = begun.value
    .options as unknown as WebAuthn.PublicKeyCredentialCreationOptionsJSON;
  const made = await ceremony(async (webauthn) => webauthn.startRegistration({ optionsJSON }));
  if (typeof made === "string") return made;
  const credential = made as RequestOf<typeof addPasskey>["body"]["credential"];
  const outcome = await callDesk<typeof addPasskey>("POST", "/passkeys", {
    body: { label, credential },
  });
  return outcome.ok ? "" : (outcome.fields["label"] ?? outcome.message);
}

/** Enters under a name with a passkey of this device. Returns the sentence of a refusal, else "". */
export async function enterByPasskey(name: string): Promise<string> {
  const begun = await callDesk<typeof startEntry>("POST", "/passkey-entry/options", {
    body: { name },
  });
  if (!begun.ok) return begun.fields["name"] ?? begun.message;
  const shown = await show(begun.value.options);
  if (typeof shown === "string") return shown;
  const outcome = await callDesk<typeof enterWithPasskey>("POST", "/passkey-entry", {
    body: { credential: shown },
  });
  return outcome.ok ? "" : outcome.message;
}

/** The dialog that asks for the passkey: whether it is open, and why the last try failed. */
export const $proof = atom<{ isOpen: boolean; isBusy: boolean; message: string }>({
  isOpen: false,
  isBusy: false,
  message: "",
});
let answer: PromiseWithResolvers<boolean> | null = null;

/** Asks for the passkey. Calls that are refused at the same time wait for the same question. */
export function askForPasskey(): Promise<boolean> {
  answer ??= Promise.withResolvers<boolean>();
  $proof.set({ isOpen: true, isBusy: false, message: "" });
  return answer.promise;
}

/** Shows the passkey to the shop. After that, the refused call is repeated. */
export async function provePresence(): Promise<void> {
  $proof.set({ isOpen: true, isBusy: true, message: "" });
  const begun = await callDesk<typeof startProof>("POST", "/passkey-proof/options");
  const shown = begun.ok ? await show(begun.value.options) : begun.message;
  if (typeof shown === "string") {
    $proof.set({ isOpen: true, isBusy: false, message: shown });
    return;
  }
  const outcome = await callDesk<typeof provePasskey>("POST", "/passkey-proof", {
    body: { credential: shown },
  });
  if (outcome.ok) endProof(true);
  else $proof.set({ isOpen: true, isBusy: false, message: outcome.message });
}

/** Closes the dialog. Without a passkey the call stays refused. */
export function endProof(isShown: boolean): void {
  $proof.set({ isOpen: false, isBusy: false, message: "" });
  answer?.resolve(isShown);
  answer = null;
}

/** Removes a passkey. Returns the sentence of a refusal, else "". */
export async function endPasskey(id: string): Promise<string> {
  const outcome = await callDesk<typeof endCall>("DELETE", "/passkeys/:id", { params: { id } });
  if (!outcome.ok && outcome.status !== 404) return outcome.message;
  await loadPasskeys();
  return "";
}

type Shown = RequestOf<typeof provePasskey>["body"]["credential"];

async function show(options: unknown): Promise<Shown | string> {
  const optionsJSON = options as WebAuthn.PublicKeyCredentialRequestOptionsJSON;
  return (await ceremony(async (webauthn) => webauthn.startAuthentication({ optionsJSON }))) as
    Shown | string;
}

/** Asks the authenticator. Returns its answer, or the sentence that says why there is none. */
async function ceremony<Answer>(
  speak: (webauthn: typeof WebAuthn) => Promise<Answer>,
): Promise<Answer | string> {
  try {
    return await speak(await import("@simplewebauthn/browser"));
  } catch (error) {
    console.warn("The passkey ceremony ended without an answer");
    const code = error instanceof Error && "code" in error ? error.code : "";
    return code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED"
      ? "این دستگاه پیش‌تر گذرکلید شما را دارد."
      : "گذرکلید نشان داده نشد. دوباره تلاش کنید.";
  }
}
