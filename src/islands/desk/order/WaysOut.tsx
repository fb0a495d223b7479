import { toPersianDigits } from "../../../../persian/digits.ts";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { ActButton, type KeyedAct } from "../KeyedActs.tsx";
import { useKeys } from "../keys.ts";
import type { Act, Chosen, WaysOutProps } from "./act.ts";
import { Refunding, Replacing, Waiting } from "./Consequences.tsx";
import { Look, Unpaid } from "./Undecided.tsx";
import { useConsequences } from "./use-consequences.ts";
import { maskOf } from "./words.ts";

/** The open question of the order, and each possible answer with its consequences. */
export function WaysOut({ order, chosen, role, may, ticket, hasTickets, onAct }: WaysOutProps) {
  if (order.lookUntil !== null) return <Look order={order} may={may} onAct={onAct} />;
  if (order.payment?.canCheck && order.state !== "paid" && order.state !== "refunded")
    return <Unpaid order={order} may={may} />;
  if (order.state !== "paid" || !chosen || role === "viewer") return null;
  return <Decide {...{ chosen, may, ticket, hasTickets, onAct }} />;
}

function Decide({
  chosen,
  may,
  ticket,
  hasTickets,
  onAct,
}: Omit<WaysOutProps, "order" | "chosen" | "role"> & { chosen: Chosen }) {
  const { item, codeIds } = chosen;
  const weighed = useConsequences(item.id, codeIds.join(","));
  const known = weighed.state === "ready" ? weighed.value : undefined;
  const [only] = codeIds.length === 1 ? codeIds : [];
  const lead = (act: Act | false | undefined | null) => ({
    isDisabled: !act,
    act: () => {
      if (act) onAct(act);
    },
  });
  const replace: KeyedAct = {
    code: "KeyR",
    label: "جایگزین کردن",
    words: "جایگزین کن…",
    look: "button",
    ...lead(
      known?.replace &&
        !known.replace.obstacle &&
        only !== undefined && {
          kind: "replace",
          codeId: only,
          name: titleOf(chosen),
          isByHand: known.replace.isByHand,
        },
    ),
  };
  const refund: KeyedAct = {
    code: "KeyB",
    label: "بازپرداخت",
    words: "بازپرداخت…",
    look: "button-quiet",
    ...lead(
      known &&
        !known.refund.obstacle &&
        may.refund && { kind: "refund", item, codeIds, consequences: known.refund },
    ),
  };
  useKeys(
    "راه‌ها",
    [replace, refund].filter(({ isDisabled }) => !isDisabled),
  );
  return (
    <section
      className={`desk-card ways ${ticket ? "ways-hurry" : ""}`}
      aria-labelledby="ways"
      aria-busy={weighed.state === "loading"}
    >
      <header>
        <h2 id="ways">{ticket ? `خریدار می‌گوید: «${ticket.title}»` : titleOf(chosen)}</h2>
        {ticket && <span className="text-muted">{titleOf(chosen)}</span>}
      </header>
      {weighed.state === "failed" && <ErrorBox message={weighed.message} />}
      <div className="ways-cards">
        {item.codes.length > 0 && (
          <article className="way">
            <h3>{replace.label}</h3>
            {only === undefined ? (
              <p className="text-muted">نخست یک کد را در «قلم‌ها» انتخاب کنید.</p>
            ) : known?.replace ? (
              <Replacing replace={known.replace} />
            ) : (
              known === undefined && <Waiting />
            )}
            <ActButton {...replace} />
          </article>
        )}
        {item.waitingSince !== null && <DeliverWay {...{ item, onAct }} />}
        <article className="way">
          <h3>{refundTitle(codeIds.length)}</h3>
          {known ? <Refunding refund={known.refund} /> : weighed.state === "loading" && <Waiting />}
          {!may.refund && <p className="text-muted">کار نقش مالی است.</p>}
          <ActButton {...refund} />
        </article>
        {ticket && <RefuseWay {...{ ticket, hasTickets, onAct }} />}
      </div>
    </section>
  );
}

/** Delivers an item by hand. Its key works for the whole order. */
function DeliverWay({ item, onAct }: Pick<Chosen, "item"> & Pick<WaysOutProps, "onAct">) {
  return (
    <article className="way">
      <h3>تحویل دستی</h3>
      <ul>
        <li>{`${toPersianDigits(item.quantity)} کد می‌خواهد`}</li>
        <li>مبلغ از تسویه به فروش می‌رود</li>
        <li>خریدار پیامک می‌گیرد</li>
      </ul>
      <ActButton
        code="KeyD"
        label="تحویل…"
        look="button"
        act={() => {
          onAct({ kind: "deliver", item });
        }}
      />
    </article>
  );
}

interface RefuseWayProps extends Pick<WaysOutProps, "hasTickets" | "onAct"> {
  ticket: NonNullable<WaysOutProps["ticket"]>;
}

/** Refuses what a ticket asks for. Its key works for the whole order. */
function RefuseWay({ ticket, hasTickets, onAct }: RefuseWayProps) {
  return (
    <article className="way">
      <h3>نپذیرفتن</h3>
      <ul>
        <li>با دلیل، در همان تیکت</li>
        <li>خریدار می‌تواند دوباره بنویسد</li>
      </ul>
      <ActButton
        code="KeyM"
        label="دلیل…"
        look="button-quiet"
        act={() => {
          onAct({ kind: "answer", ticket });
        }}
      />
      {hasTickets && (
        <a className="link" href={`/desk/tickets/${ticket.id}`}>
          {`تیکت ${toPersianDigits(ticket.number)}`}
        </a>
      )}
    </article>
  );
}

function refundTitle(codes: number): string {
  if (codes === 0) return "بازپرداخت قلم";
  return codes === 1 ? "بازپرداخت این کد" : `بازپرداخت این ${toPersianDigits(codes)} کد`;
}

function titleOf({ item, codeIds }: Chosen): string {
  if (codeIds.length === 0) return item.productName;
  const codes = item.codes.filter(({ id }) => codeIds.includes(id));
  const [code] = codes;
  return codes.length === 1 && code
    ? `${item.productName}، کد ${toPersianDigits(code.position)} (${maskOf(code).replace("•••• ", "…")})`
    : `${item.productName}، ${toPersianDigits(codes.length)} کد`;
}
