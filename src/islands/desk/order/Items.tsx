import type { Role } from "../../../../contract/desk/endpoint.ts";
import { seenByWords } from "../../../../persian/desk-words.ts";
import { toPersianDigits } from "../../../../persian/digits.ts";
import { formatNumber } from "../../../../persian/toman.ts";
import { StatusBadge } from "../../../parts/StatusBadge.tsx";
import type { Code, Item, Order } from "../../../stores/desk/order.ts";
import { ActButton } from "../KeyedActs.tsx";
import { Answers } from "./Answers.tsx";
import type { Act, Chosen, May } from "./act.ts";
import { CODES, DELIVERIES, isInHand, maskOf } from "./words.ts";

interface ItemsProps {
  order: Order;
  chosen: Chosen | null;
  role: Role;
  may: May;
  onChoose: (choice: { itemId: string; codeIds: readonly string[] }) => void;
  onAct: (act: Act) => void;
}

/**
 * The items, with their codes masked. An operator chooses one item, or single codes of it, for a
 * decision.
 */
export function Items({ order, chosen, role, may, onChoose, onAct }: ItemsProps) {
  return (
    <section className="desk-card" aria-labelledby="items">
      <header>
        <h2 id="items">قلم‌ها</h2>
        <span className="order-sum">
          <b>{formatNumber(order.total)}</b> تومان
        </span>
      </header>
      <ul className="items">
        {order.items.map((item) => {
          const isChosen = item.id === chosen?.item.id;
          return (
            <li key={item.id} className={isChosen ? "item-chosen" : ""}>
              <button
                type="button"
                className="item-name"
                aria-pressed={isChosen && chosen.codeIds.length === 0}
                onClick={() => {
                  onChoose({ itemId: item.id, codeIds: [] });
                }}
              >
                <b>
                  <bdi translate="no">{item.productName}</bdi>
                  {item.quantity > 1 && <span>{` × ${toPersianDigits(item.quantity)}`}</span>}
                </b>
                <span>{formatNumber(item.total)}</span>
              </button>
              {item.unitsLeft < item.quantity && (
                <p className="text-muted">
                  {`${toPersianDigits(item.quantity - item.unitsLeft)} از ${toPersianDigits(item.quantity)} پس داده شد`}
                </p>
              )}
              {item.codes.map((code) => (
                <CodeLine
                  key={code.id}
                  code={code}
                  isChosen={isChosen && chosen.codeIds.includes(code.id)}
                  mayReveal={may.reveal}
                  onChoose={() => {
                    onChoose({ itemId: item.id, codeIds: [code.id] });
                  }}
                  onReveal={() => {
                    onAct({ kind: "reveal", code });
                  }}
                />
              ))}
              <Answers item={item} role={role} />
              {item.codes.length === 0 && <Undelivered item={item} role={role} onAct={onAct} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface CodeLineProps {
  code: Code;
  isChosen: boolean;
  mayReveal: boolean;
  onChoose: () => void;
  onReveal: () => void;
}

function CodeLine({ code, isChosen, mayReveal, onChoose, onReveal }: CodeLineProps) {
  const { words, tone } = CODES[code.state];
  const opened = code.timesOpened === 0 ? "" : `، ${toPersianDigits(code.timesOpened)} بار باز شده`;
  const seenBy = seenByWords(code.seenBy);
  return (
    <div className="code-line">
      <button
        type="button"
        className="code-mask"
        aria-pressed={isChosen}
        aria-label={`کد ${toPersianDigits(code.position)}، پایان ${code.lastFour ?? "نامعلوم"}، ${words}${opened}${seenBy === "" ? "" : `، ${seenBy}`}`}
        disabled={!isInHand(code)}
        onClick={onChoose}
      >
        <bdi dir="ltr" translate="no" className="mono">
          {maskOf(code)}
        </bdi>
      </button>
      {mayReveal && (
        <button
          type="button"
          className="link code-reveal"
          aria-label={`نمایش کد ${toPersianDigits(code.position)}`}
          onClick={onReveal}
        >
          نمایش
        </button>
      )}
      <StatusBadge tone={tone}>{words}</StatusBadge>
      {seenBy !== "" && <small className="code-seen text-muted">{seenBy}</small>}
    </div>
  );
}

function Undelivered({ item, role, onAct }: { item: Item } & Pick<ItemsProps, "role" | "onAct">) {
  const { words, tone } = DELIVERIES[item.deliveryStatus];
  return (
    <div className="code-line">
      <StatusBadge tone={tone}>{words}</StatusBadge>
      {item.waitingSince !== null && role !== "viewer" && (
        <ActButton
          code="KeyD"
          label="تحویل دستی"
          look="button-quiet button-small"
          act={() => {
            onAct({ kind: "deliver", item });
          }}
        />
      )}
    </div>
  );
}
