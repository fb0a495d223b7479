import { useStore } from "@nanostores/react";
import { BookOpen, ExternalLink } from "lucide-react";
import type { OrderCode, OrderItem } from "../../../contract/order-item.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { withCode } from "../../parts/redeem-address.ts";
import { $texts, isInHand } from "../../stores/code.ts";

/** Tutorials by the subcategory they are about. */
export type TutorialLinks = Readonly<Partial<Record<string, string>>>;

/** Tells how to redeem the codes: steps, the service's own page, the tutorial. */
export function Redeem({
  items,
  tutorials,
}: {
  items: readonly OrderItem[];
  tutorials: TutorialLinks;
}) {
  // Gifts and refunds leave nothing to redeem.
  const kept = items.filter(({ codes }) => codes.length === 0 || codes.some(isInHand));
  const services = kept.filter(
    ({ Product }, index) =>
      kept.findIndex((other) => other.Product.subcategoryUrlName === Product.subcategoryUrlName) ===
      index,
  );
  return services.map((item) => (
    <Service
      key={item.id}
      item={item}
      isNamed={services.length > 1}
      tutorial={tutorials[item.Product.subcategoryUrlName]}
    />
  ));
}

function Service({
  item,
  isNamed,
  tutorial,
}: {
  item: OrderItem;
  isNamed: boolean;
  tutorial: string | undefined;
}) {
  const texts = useStore($texts);
  const { url, steps } = item.Product.redeem;
  if (steps.length === 0 && url === null && tutorial === undefined) return null;
  // The last code that was opened and is not marked as used is put into the service's address.
  const opened = item.codes.filter(({ id, state }) => texts[id] !== undefined && state === "read");
  const code = texts[opened.at(-1)?.id ?? ""] ?? "";
  // A buyer who gave a code away and opened the others is not urged to redeem.
  const isDone = !item.codes.some(({ state }) => state === "unread");
  const mayOpen = item.codes.some((one) => isInHand(one) && one.state === "unread");
  // The link is hidden while the service would ask for a code that is not opened yet. An address
  // that contains the code needs its text, which is gone after a reload of the page.
  const isTooEarly =
    url !== null &&
    code === "" &&
    (url.includes("{code}") ? item.codes.some(isNeeded) : mayOpen && !item.codes.some(wasSeen));
  const isGiver = item.codes.some(({ state }) => state === "given");
  return (
    <section className="card redeem">
      <h2>
        {isGiver && isDone ? (
          "راه فعال‌سازی"
        ) : isNamed ? (
          <>
            <span>{"حالا "}</span>
            <span lang="en" translate="no">
              {item.Product.latinName}
            </span>
            <span>{" را فعال کنید"}</span>
          </>
        ) : (
          "حالا فعالش کنید"
        )}
      </h2>
      <ol>
        {steps.map((step, index) => (
          <li key={step}>
            <span className="redeem-number" aria-hidden="true">
              <svg viewBox="-11 -11 22 22">
                <path d="M10.5 0L7.400 3.100V7.400H3.100L0 10.500-3.100 7.400H-7.400V3.100L-10.500 0-7.400-3.100V-7.400H-3.100L0-10.500 3.100-7.400H7.400V-3.100Z" />
              </svg>
              <span>{toPersianDigits(index + 1)}</span>
            </span>
            <span>{withMenus(step)}</span>
          </li>
        ))}
      </ol>
      {isTooEarly && (
        <p className="hint mb-3">اول کد را ببینید؛ راه صفحهٔ فعال‌سازی همین‌جا باز می‌شود.</p>
      )}
      <div className="redeem-links">
        {url !== null && !isTooEarly && (
          <a
            className="button"
            href={code === "" ? withoutCode(url) : withCode(url, code)}
            target="_blank"
            rel="noreferrer"
          >
            <ExternalLink size={18} aria-hidden="true" />
            صفحهٔ فعال‌سازی
          </a>
        )}
        {tutorial !== undefined && (
          <a className="button-quiet" href={tutorial}>
            <BookOpen size={18} aria-hidden="true" />
            چطور فعال کنم؟
          </a>
        )}
      </div>
    </section>
  );
}

const wasSeen = ({ state }: OrderCode) => ["read", "used", "reported"].includes(state);

/** True for a code that may still be redeemed. */
const isNeeded = ({ state }: OrderCode) => state === "unread" || state === "read";

/** Returns the service's address without the query parameter for a code. */
function withoutCode(url: string): string {
  const address = new URL(withCode(url, ""));
  for (const [name, value] of new URL(url).searchParams) {
    if (value.includes("{code}")) address.searchParams.delete(name);
  }
  return address.href;
}

/** Marks menu names, which are in backticks, as separate elements. */
function withMenus(step: string) {
  return step.split("`").map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <b key={index} lang="en" dir="ltr" translate="no">
        {part}
      </b>
    ),
  );
}
