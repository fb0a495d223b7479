import { toPersianDigits } from "../../persian/digits.ts";
import { cut } from "../parts/cut.ts";
import { $user, loadUser } from "../stores/user.ts";

/** Section 11.5: a name in the sidebar is cut to fifteen characters. */
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
  const { firstName, lastName, username, isVerified } = user.value;
  write(
    "name",
    cut(`${firstName} ${lastName}`.trim(), NAME_SHOWN) || (part("name")?.dataset["nameless"] ?? ""),
  );
  write("phone", toPersianDigits(`0${username}`));
  part("banner")?.toggleAttribute("hidden", isVerified || location.pathname === "/authentication");
});
void loadUser();

function write(name: string, text: string): void {
  const element = part(name);
  if (element) element.textContent = text;
}

// Wide screens always show the menu, by a style sheet that needs `::details-content`. For browsers
// without it, open the menu here.
const menu = part("menu");
if (!CSS.supports("selector(::details-content)") && matchMedia("(min-width: 1024px)").matches)
  menu?.setAttribute("open", "");
// Closed on leaving, so that a page restored from the back/forward cache shows it closed.
menu?.addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.closest("a")) menu.removeAttribute("open");
});
