import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import { toPersianDigits } from "../../../../persian/digits.ts";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { $orderVersion, type Consequences, weigh } from "../../../stores/desk/order.ts";
import { useKeys } from "../keys.ts";
import { Kbd } from "../Kbd.tsx";
import type { Chosen, WaysOutProps } from "./act.ts";
import { Refunding, Replacing, Waiting } from "./Consequences.tsx";
import { Look, Unpaid } from "./Undecided.tsx";
import { maskOf } from "./words.ts";

/** The question that is open now, and each way out of it with its consequences before it is chosen. */
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
  // Whenever the order was loaded anew, what would happen may have changed with it.
  const version = useStore($orderVersion);
  const [loaded, setLoaded] = useState<{ of: string; value?: Consequences; problem?: string }>();
  const { id: itemId } = item;
  const codes = codeIds.join(",");
  const key = `${String(version)} ${itemId} ${codes}`;
  useEffect(() => {
    let isStale = false;
    void weigh(itemId, codes).then((outcome) => {
      if (isStale) return;
      setLoaded(
        outcome.ok
          ? { of: key, value: outcome.value.consequences }
          : { of: key, problem: outcome.message },
      );
    });
    return () => {
      isStale = true;
    };
  }, [itemId, codes, key]);
  const known = loaded?.of === key ? loaded.value : undefined;
  const problem = loaded?.of === key ? loaded.problem : undefined;
  const [only] = codeIds.length === 1 ? codeIds : [];
  const mayRefund = may.refund;
  const replacing =
    known?.replace && !known.replace.hindrance && only !== undefined
      ? {
          kind: "replace" as const,
          codeId: only,
          name: titleOf(chosen),
          isByHand: known.replace.isByHand,
        }
      : null;
  const refunding =
    known && !known.refund.hindrance && mayRefund
      ? { kind: "refund" as const, item, codeIds, consequences: known.refund }
      : null;
  useKeys("راه‌ها", [
    ...(replacing
      ? [
          {
            code: "KeyR",
            label: "جایگزین کردن",
            act: () => {
              onAct(replacing);
            },
          },
        ]
      : []),
    ...(refunding
      ? [
          {
            code: "KeyB",
            label: "بازپرداخت",
            act: () => {
              onAct(refunding);
            },
          },
        ]
      : []),
  ]);
  const isComplaint = ticket !== undefined;
  return (
    <section
      className={`desk-card ways ${isComplaint ? "ways-hurry" : ""}`}
      aria-labelledby="ways"
      aria-busy={known === undefined && problem === undefined}
    >
      <header>
        <h2 id="ways">{isComplaint ? `خریدار می‌گوید: «${ticket.title}»` : titleOf(chosen)}</h2>
        {isComplaint && <span className="text-muted">{titleOf(chosen)}</span>}
      </header>
      {problem !== undefined && <ErrorBox message={problem} />}
      <div className="ways-cards">
        {item.codes.length > 0 && (
          <article className="way">
            <h3>جایگزین کردن</h3>
            {only === undefined ? (
              <p className="text-muted">نخست یک کد را در «قلم‌ها» انتخاب کنید.</p>
            ) : known?.replace ? (
              <Replacing replace={known.replace} />
            ) : (
              known === undefined && <Waiting />
            )}
            <button
              type="button"
              className="button"
              disabled={!replacing}
              onClick={() => {
                if (replacing) onAct(replacing);
              }}
            >
              جایگزین کن… <Kbd code="KeyR" />
            </button>
          </article>
        )}
        {item.waitingSince !== null && (
          <article className="way">
            <h3>تحویل دستی</h3>
            <ul>
              <li>{`${toPersianDigits(item.quantity)} کد می‌خواهد`}</li>
              <li>مبلغ از تسویه به فروش می‌رود</li>
              <li>خریدار پیامک می‌گیرد</li>
            </ul>
            <button
              type="button"
              className="button"
              onClick={() => {
                onAct({ kind: "deliver", item });
              }}
            >
              تحویل… <Kbd code="KeyD" />
            </button>
          </article>
        )}
        <article className="way">
          <h3>{refundTitle(codeIds.length)}</h3>
          {known ? <Refunding refund={known.refund} /> : problem === undefined && <Waiting />}
          {!mayRefund && <p className="text-muted">کار نقش مالی است.</p>}
          <button
            type="button"
            className="button-quiet"
            disabled={!refunding}
            onClick={() => {
              if (refunding) onAct(refunding);
            }}
          >
            بازپرداخت… <Kbd code="KeyB" />
          </button>
        </article>
        {ticket && (
          <article className="way">
            <h3>نپذیرفتن</h3>
            <ul>
              <li>با دلیل، در همان تیکت</li>
              <li>خریدار می‌تواند دوباره بنویسد</li>
            </ul>
            <button
              type="button"
              className="button-quiet"
              onClick={() => {
                onAct({ kind: "answer", ticket });
              }}
            >
              دلیل… <Kbd code="KeyM" />
            </button>
            {hasTickets && (
              <a className="link" href={`/desk/tickets/${ticket.id}`}>
                {`تیکت ${toPersianDigits(ticket.number)}`}
              </a>
            )}
          </article>
        )}
      </div>
    </section>
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
