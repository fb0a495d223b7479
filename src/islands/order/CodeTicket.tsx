import { useStore } from "@nanostores/react";
import { Check, Eye, Gift, RotateCcw } from "lucide-react";
import { useRef, useState } from "react";
import type { Order } from "../../../contract/order.ts";
import type { OrderCode, OrderItem } from "../../../contract/order-item.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { $texts, openCode } from "../../stores/code.ts";
import { beginToGive } from "../../stores/gift.ts";
import type { TicketLimits } from "../ticket/ticket-limits.ts";
import { CodeActions } from "./CodeActions.tsx";
import { CodeText } from "./CodeText.tsx";
import { CopyCode } from "./CopyCode.tsx";
import { useSending } from "../../parts/use-sending.ts";

interface CodeTicketProps {
  order: Order;
  item: OrderItem;
  code: OrderCode;
  /** True for the code that is shown large before it is opened. */
  isFirst: boolean;
  /** True when this code replaced another one. */
  isReplacement: boolean;
  limits: TicketLimits;
}

/** One code: hidden until a press opens it, then shown with everything that can be done with it. */
export function CodeTicket(props: CodeTicketProps) {
  const { item, code } = props;
  if (code.state === "refunded") {
    return (
      <li className="code-row">
        <Title item={item} code={code} />
        <span className="code-row-words">
          <RotateCcw size={16} aria-hidden="true" /> بازپرداخت شد
        </span>
      </li>
    );
  }
  if (code.state === "given") {
    return (
      <li className="code-ticket">
        <div className="code-head">
          <Title item={item} code={code} />
          <span className="code-row-words">
            <Gift size={16} aria-hidden="true" /> هدیه شد
          </span>
        </div>
        {code.reportUntil !== null && <CodeActions {...props} isOpen={false} />}
      </li>
    );
  }
  return <OwnCode {...props} />;
}

/** A code that was neither paid back nor given away. */
function OwnCode(props: CodeTicketProps) {
  const { order, item, code, isFirst } = props;
  const text = useStore($texts)[code.id];
  const [wasPressed, setWasPressed] = useState(false);
  const { send, isSending, problem } = useSending();
  const ticket = useRef<HTMLLIElement>(null);
  const name = nameOf(item, code);
  const open = async () => {
    const refused = await openCode(order, item, code);
    setWasPressed(true);
    return refused;
  };
  const eye = (
    <button
      type="button"
      className={isFirst ? "button-gold code-open-large" : "code-open"}
      aria-label={`دیدن ${item.quantity === 1 ? `کد ${name}` : name}`}
      aria-busy={isSending}
      onClick={() => void send(open)}
    >
      <Eye size={18} aria-hidden="true" />
      دیدن کد
    </button>
  );
  const give = code.state === "unread" && (
    <button
      type="button"
      className={isFirst ? "button-quiet" : "code-open"}
      aria-label={`هدیه بدهید: ${name}`}
      onClick={() => beginToGive(code.id)}
    >
      <Gift size={18} aria-hidden="true" />
      <span>{isFirst && "هدیه بدهید"}</span>
    </button>
  );
  const refusal = problem !== "" && (
    <p role="alert" className="code-problem">
      {problem}
    </p>
  );
  if (text === undefined && !isFirst) {
    return (
      <li className="code-row" aria-busy={isSending}>
        <Title item={item} code={code} />
        <RowState {...props} />
        {give}
        {eye}
        {refusal}
      </li>
    );
  }
  return (
    <li ref={ticket} tabIndex={-1} className="code-ticket" aria-busy={isSending}>
      <div className="code-head">
        <Title item={item} code={code} />
        {props.isReplacement && <span className="badge badge-zaferan">کد تازه</span>}
        <span className="badge badge-muted">{regionOf(item)}</span>
      </div>
      <div className="code-box">
        {text !== undefined && <CodeText text={text} />}
        {(text === undefined || wasPressed) && <Veil isLeaving={text !== undefined} />}
      </div>
      {text === undefined ? (
        <div className="code-choice">
          {eye}
          {give}
        </div>
      ) : (
        <CopyCode
          label="کپی کد"
          className="button-gold"
          getText={() => text}
          isFocused={wasPressed}
        />
      )}
      {refusal}
      <CodeActions
        {...props}
        isOpen={text !== undefined}
        onReported={() => ticket.current?.focus({ preventScroll: true })}
      />
    </li>
  );
}

function RowState({ code }: CodeTicketProps) {
  if (code.state === "used")
    return (
      <span className="code-row-words">
        <Check size={16} aria-hidden="true" /> فعال شد
      </span>
    );
  if (code.state === "reported") return <span className="code-row-words">در دست بررسی</span>;
  return <Veil isLeaving={false} />;
}

/** Tiles over a code that is not in the page yet. They fade one after the other. */
function Veil({ isLeaving }: { isLeaving: boolean }) {
  return (
    <span className={`code-veil ${isLeaving ? "code-veil-leaving" : ""}`} aria-hidden="true">
      {Array.from({ length: 12 }, (_, index) => (
        <span key={index} />
      ))}
    </span>
  );
}

function Title({ item, code }: Pick<CodeTicketProps, "item" | "code">) {
  return <b translate={item.quantity === 1 ? "no" : "yes"}>{nameOf(item, code)}</b>;
}

/**
 * Returns the name of a code. The only code of an item has the name of its product, so that two
 * items can be told apart.
 */
function nameOf({ quantity, Product }: OrderItem, { position }: OrderCode): string {
  return quantity === 1
    ? Product.name
    : `کد ${toPersianDigits(position)} از ${toPersianDigits(quantity)}`;
}

function regionOf({ Product: { region, latinName } }: OrderItem): string {
  if (region === "جهانی") return "همهٔ کشورها";
  return `${ACCOUNTS[latinName] ?? `حساب ${latinName}`} ${region}`;
}

/** Accounts whose name differs from the name of their service. */
const ACCOUNTS: Readonly<Partial<Record<string, string>>> = { iTunes: "اپل آیدی" };
