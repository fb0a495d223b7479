import type { User } from "../../contract/user.ts";
import { toPersianDigits } from "../../persian/digits.ts";
import { promiseAfter } from "../../persian/review-time.ts";
import { cut } from "../parts/cut.ts";
import { onOtherTabs } from "../stores/other-tabs.ts";
import { $user, loadUser } from "../stores/user.ts";
import { serverNow } from "../stores/server-clock.ts";

/** Section 11.2: a name in the sidebar is cut to fifteen characters. */
const NAME_SHOWN = 15;

const part = (name: string) => document.querySelector<HTMLElement>(`[data-account-${name}]`);

$user.listen((user) => {
  if (user.state === "loading") return;
  part("name")?.classList.remove("skeleton");
  const isFailed = user.state === "failed";
  part("error")?.toggleAttribute("hidden", !isFailed);
  part("content")?.toggleAttribute("hidden", isFailed);
  if (isFailed) {
    write("name", "");
    write("message", user.message);
    return;
  }
  const { firstName, lastName, username, isVerified, identity, frozenReason } = user.value;
  write(
    "name",
    cut(`${firstName} ${lastName}`.trim(), NAME_SHOWN) || (part("name")?.dataset["nameless"] ?? ""),
  );
  write("phone", toPersianDigits(`0${username}`));
  part("frozen")?.toggleAttribute("hidden", frozenReason === null);
  write(
    "reason",
    `خرید، برداشت و دیدن کدها در حساب شما موقتاً بسته است. علت: ${frozenReason ?? ""}`,
  );
  part("banner")?.toggleAttribute("hidden", isVerified || location.pathname === "/authentication");
  const { sentence, way } = tellIdentity(identity);
  write("identity", sentence);
  write("papers", way);
  part("papers")?.toggleAttribute("hidden", way === "");
});
void loadUser();

// When another tab has ended the session, codes and tickets disappear from this screen at once.
// Without a session, the reloaded page redirects to /auth.
onOtherTabs("ended", () => {
  document.body.replaceChildren();
  location.reload();
});

/** Returns the state of the identity request as a sentence, and the label of the next step. */
function tellIdentity(newest: User["identity"]): { sentence: string; way: string } {
  if (newest?.status === "pending") {
    const promise = promiseAfter(Date.parse(newest.createdAt), serverNow());
    return { sentence: `مدارک هویت شما رسیده است. ${promise}`, way: "" };
  }
  if (newest?.status === "rejected") {
    const reason = newest.rejectionReason ?? "";
    return { sentence: `مدارک هویت شما رد شد: ${reason}`, way: "اصلاح و ارسال دوباره" };
  }
  return { sentence: "برای خرید باید یک بار هویت خود را تأیید کنید.", way: "احراز هویت" };
}

function write(name: string, text: string): void {
  const element = part(name);
  if (element) element.textContent = text;
}

// On wide screens a style sheet always shows the menu, with `::details-content`. In browsers that
// do not know this selector, the menu is opened here.
const menu = part("menu");
if (!CSS.supports("selector(::details-content)") && matchMedia("(min-width: 1024px)").matches)
  menu?.setAttribute("open", "");
// Closes the menu when a link is followed, so that it is closed when the page is restored from the
// back/forward cache.
menu?.addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.closest("a")) menu.removeAttribute("open");
});
