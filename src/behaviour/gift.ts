import type { lookAtGift, openGift, OpenedGift, SealedGift } from "../../contract/gift.ts";
import type { signOut } from "../../contract/sign-in.ts";
import { formatDate } from "../../persian/dates.ts";
import { toPersianDigits } from "../../persian/digits.ts";
import { copyText, SELECTED_SENTENCE } from "../parts/copy-text.ts";
import { withCode } from "../parts/redeem-address.ts";
import { call } from "../stores/call.ts";
import { guardPresses } from "./press-guard.ts";
import { isSignedIn } from "../stores/session.ts";
import { local, session } from "../stores/storage.ts";

/** The page of a gift: shows the envelope of the link, opens it, and shows what was in it. */

/**
 * Storage key of the gift's secret while its receiver signs in, since a redirect drops the part of
 * the URL after the «#».
 */
const WAITING = "gift";
const COPIED_MS = 2_000;

const newKey = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
  byte.toString(16).padStart(2, "0"),
).join("");
const scene = find("");
const title = find("-title");
const greeting = find("-greeting");
const note = find("-note");
const button = find("-open") as HTMLButtonElement;
const openLabel = button.textContent;
const token = readToken();
let press = () => {};

button.addEventListener("click", () => {
  press();
});
window.addEventListener("hashchange", () => {
  location.reload();
});

function find(name: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-gift${name}]`);
  if (!found) throw new Error(`The page of a gift has no ${name}`);
  return found;
}

function readToken(): string {
  const inAddress = location.hash.slice(1);
  const waiting = session.read(WAITING) ?? "";
  session.forget(WAITING);
  if (inAddress === "" && waiting !== "") history.replaceState(null, "", `/gift#${waiting}`);
  return inAddress || waiting;
}

/** Returns the secret with which only this browser can show the opened gift again. */
function openerKey(): string {
  const name = `gift-${token.slice(0, 8)}`;
  const kept = local.read(name);
  // Without storage, the key is lost when the page is left.
  if (kept === null) local.keep(name, newKey);
  return kept ?? newKey;
}

/** Shows a sentence below the envelope. `next` is the label of the button and its action. */
function say(sentence: string, next?: readonly [label: string, act: () => void]): void {
  note.textContent = sentence;
  button.hidden = next === undefined;
  button.disabled = next === undefined;
  if (!next) return;
  button.textContent = next[0];
  press = next[1];
}

async function show(): Promise<void> {
  if (token === "")
    return say("لینک هدیه کامل نیست. آن را از پیام فرستنده دوباره باز کنید یا همه‌اش را کپی کنید.");
  const outcome = await call<typeof lookAtGift>("POST", "/gifts/look", {
    body: { token, openerKey: openerKey() },
    needs: ["gift"],
  });
  if (!outcome.ok)
    return outcome.code === "gift_not_found"
      ? say(outcome.message)
      : say(outcome.message, ["تلاش دوباره", () => void show()]);
  address(outcome.value.gift);
}

const GREETINGS: Record<SealedGift["occasion"], (name: string) => string> = {
  yalda: (name) => `شب یلدا مبارک، ${name}`,
  nowruz: (name) => `نوروز مبارک، ${name}`,
  birthday: (name) => `تولدت مبارک، ${name}`,
  thanks: (name) => `سپاس از تو، ${name}`,
  none: (name) => `سلام ${name}`,
};

/** Shows a sealed gift: its state, and the button for the next step. */
function address(gift: SealedGift): void {
  const { state, occasion, recipient, signature, openedAt } = gift;
  scene.dataset["occasion"] = occasion;
  find("-seal").setAttribute("href", `#seal-${occasion}`);
  if (recipient) greeting.textContent = GREETINGS[occasion](recipient);
  if (signature) title.textContent = `هدیه‌ای از طرف ${signature}`;
  const by = signature || "فرستنده";
  if (state === "called_back") return say("فرستنده این هدیه را پس گرفته است.");
  if (state === "spoilt") return say(`کد این هدیه جایگزین شده است. از ${by} بپرسید.`);
  if (state === "paused") return say(`این هدیه فعلاً باز نمی‌شود. از ${by} بپرسید.`);
  if (state === "early")
    return say(`این پاکت از ${formatDate(gift.opensAt)} باز می‌شود. همین لینک را نگه دارید.`);
  if (state === "opened" && !gift.isYours)
    return say(
      `این هدیه ${formatDate(openedAt ?? "")} باز شده است و تنها همان مرورگر دوباره آن را می‌بیند.`,
    );
  if (gift.phoneEnd !== null && !isSignedIn())
    return say(
      `این هدیه برای شمارهٔ موبایلی است که به ${toPersianDigits(gift.phoneEnd)} پایان می‌یابد. با همان شماره وارد شوید.`,
      ["ورود با موبایل", signIn],
    );
  if (state === "opened") return void open(gift);
  const keeps = local.works()
    ? ""
    : "این مرورگر چیزی نگه نمی‌دارد. کد را پیش از بستن صفحه بردارید؛ دوباره دیده نمی‌شود.";
  say(`تنها یک بار و در یک مرورگر باز می‌شود. ${by} می‌بیند که باز شد. ${keeps}`, [
    openLabel,
    () => void open(gift),
  ]);
}

function signIn(): void {
  const go = () => {
    location.assign(`/auth?return=${encodeURIComponent("/gift")}`);
  };
  if (session.keep(WAITING, token)) return go();
  say("این مرورگر چیزی نگه نمی‌دارد. وارد شوید و سپس لینک هدیه را از نو باز کنید.", [
    "ورود با موبایل",
    go,
  ]);
}

async function changeSession(): Promise<void> {
  button.disabled = true;
  const outcome = await call<typeof signOut>("POST", "/auth/logout");
  if (outcome.ok) return signIn();
  say(outcome.message, ["تلاش دوباره", () => void changeSession()]);
}

async function open(sealed: SealedGift): Promise<void> {
  button.setAttribute("aria-busy", "true");
  button.disabled = true;
  const outcome = await call<typeof openGift>("POST", "/gifts/open", {
    body: { token, openerKey: openerKey() },
    needs: ["gift"],
  });
  button.removeAttribute("aria-busy");
  if (outcome.ok) return unfold(outcome.value.gift, sealed.state === "sealed");
  if (outcome.code === "gift_phone_needed")
    return say("با شمارهٔ دیگری وارد شده‌اید. این هدیه تنها با شمارهٔ گیرنده‌اش باز می‌شود.", [
      "ورود با شمارهٔ دیگر",
      () => void changeSession(),
    ]);
  // The state of the gift has changed in the meantime: shows the present one.
  if (["gift_opened", "gift_called_back", "gift_paused", "gift_early"].includes(outcome.code))
    return show();
  say(outcome.message, ["تلاش دوباره", () => void open(sealed)]);
}

/**
 * Shows the content of the gift. All of it is on the page at once; the unfolding is only an
 * animation.
 */
function unfold(gift: OpenedGift, isFirst: boolean): void {
  const { code, Product: product } = gift;
  find("-picture").setAttribute("href", product.imageUrl);
  find("-words").textContent = gift.message;
  find("-words").hidden = gift.message === "";
  find("-by").textContent = gift.signature;
  find("-flag").setAttribute("href", `#${nameIn("flags", product.region) ?? "flag-plain"}`);
  find("-region").textContent = product.region;
  find("-code").replaceChildren(...groupsOf(code));
  if (gift.signature) find("-giver").textContent = gift.signature;
  find("-steps").replaceChildren(...product.redeem.steps.map(stepOf));
  const { url } = product.redeem;
  link("-redeem", url === null ? undefined : withCode(url, code));
  link("-tutorial", nameIn("tutorials", product.subcategoryUrlName));
  greeting.textContent = `${product.name} برای شماست`;
  title.textContent = "مبارک باشد!";
  find("-foot").hidden = true;
  const letter = find("-letter");
  letter.hidden = false;
  scene.dataset["state"] = "open";
  if (isFirst) scene.dataset["unfolds"] = "";
  const copy = find("-copy");
  copy.addEventListener("click", () => void copyCode(copy, code));
  if (isFirst) letter.focus({ preventScroll: true });
}

/**
 * Splits a long code of letters and digits into groups of four, which are easier to read. Other
 * codes are not split.
 */
function groupsOf(code: string): HTMLElement[] {
  const groups = /^[A-Za-z0-9]{8,}$/.test(code) ? (code.match(/.{1,4}/g) ?? []) : [code];
  return groups.map((group) =>
    Object.assign(document.createElement("span"), { textContent: group }),
  );
}

/**
 * Returns a step of the instructions as an element. Menu names in backticks become elements with
 * Latin text.
 */
function stepOf(step: string): HTMLElement {
  const item = document.createElement("li");
  step.split("`").forEach((part, index) => {
    if (index % 2 === 0) return item.append(part);
    item.append(
      Object.assign(document.createElement("b"), {
        textContent: part,
        lang: "en",
        dir: "ltr",
        translate: false,
      }),
    );
  });
  return item;
}

/** Looks up a name in a list that the page contains as a data attribute. */
function nameIn(list: string, name: string): string | undefined {
  return (JSON.parse(scene.dataset[list] ?? "{}") as Record<string, string | undefined>)[name];
}

function link(name: string, address: string | undefined): void {
  const anchor = find(name) as HTMLAnchorElement;
  anchor.hidden = address === undefined;
  if (address === undefined) return;
  Object.assign(anchor, { href: address, target: "_blank", rel: "noreferrer" });
}

async function copyCode(copy: HTMLElement, code: string): Promise<void> {
  const state = await copyText(code, copy, find("-code"));
  copy.textContent = state === "copied" ? "کپی شد ✓" : `کد ${SELECTED_SENTENCE}`;
  if (state === "copied")
    setTimeout(() => {
      copy.textContent = "کپی کد";
    }, COPIED_MS);
}

guardPresses();
void show();
