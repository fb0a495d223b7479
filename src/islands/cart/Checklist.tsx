import { Check, Clock, X } from "lucide-react";
import { type ReactNode, type RefObject, useRef } from "react";
import type { IdentityRequest } from "../../../contract/identity.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import {
  REVIEW_MINUTES,
  answerTime,
  minutesLeft,
  promiseAfter,
  promiseBefore,
  reviewOf,
} from "../../../persian/review-time.ts";
import { Toman } from "../../parts/Toman.tsx";
import { useNow } from "../../parts/use-now.ts";
import { useIsBelow } from "./use-is-below.ts";

/** The address of the identity form, which afterwards returns to the cart. */
const FORM = "/authentication?return=/cart#identity";

interface ChecklistProps {
  /** The newest identity request, which is not verified; undefined when there is none. */
  request: IdentityRequest | undefined;
  /**
   * The sum of the cart. When it is given, phones show a bar for the next step while the step
   * itself is further down the page.
   */
  amountToman?: number;
}

/**
 * Shows, in place of the payment, the steps that a shopper has to complete before the first
 * payment.
 */
export function Checklist({ request, amountToman }: ChecklistProps) {
  const now = useNow();
  const status = request?.status ?? "none";
  return (
    <section aria-labelledby="checklist" className="flex flex-col gap-4 border-t border-line pt-5">
      <div>
        <h3 id="checklist" className="text-base">
          تا پرداخت، یک قدم مانده
        </h3>
        <p className="text-sm text-muted">همین یک بار است. خریدهای بعد، کد همان لحظه می‌رسد.</p>
      </div>
      <ol className="checklist text-sm">
        <Row state="done" mark={<Check size={20} aria-hidden="true" />} title="شمارهٔ موبایل">
          <p className="text-muted">تأیید شد.</p>
        </Row>
        {status === "pending" && request ? (
          <Row
            state="waiting"
            mark={<Clock size={20} aria-hidden="true" />}
            title="هویت و کارت بانکی"
          >
            <Waiting sentAt={Date.parse(request.createdAt)} now={now} amountToman={amountToman} />
          </Row>
        ) : status === "rejected" ? (
          <Row state="refused" mark={<X size={20} aria-hidden="true" />} title="هویت و کارت بانکی">
            <p>{`رد شد: ${request?.rejectionReason ?? ""}`}</p>
            <p className="text-muted">{promiseBefore(now)}</p>
            <NextStep amountToman={amountToman}>اصلاح و ارسال دوباره</NextStep>
          </Row>
        ) : (
          <Row state="open" mark={<span>۲</span>} title="هویت و کارت بانکی">
            <p className="text-muted">{`یک عکس و شمارهٔ کارت. ${promiseBefore(now)}`}</p>
            <NextStep amountToman={amountToman}>فرستادن مدرک</NextStep>
          </Row>
        )}
        <Row state="open" mark={<span>۳</span>} title="پرداخت">
          <p className="text-muted">با همان کارت؛ پس از تأیید همین‌جا باز می‌شود.</p>
        </Row>
      </ol>
    </section>
  );
}

interface NextStepProps {
  amountToman: number | undefined;
  children: ReactNode;
}

/** The link to the identity form. */
function NextStep({ amountToman, children }: NextStepProps) {
  const link = useRef<HTMLAnchorElement>(null);
  return (
    <>
      <a ref={link} className="button mt-3 w-full" href={FORM}>
        {children}
      </a>
      <StepBar step={link} words="یک قدم تا پرداخت" amountToman={amountToman}>
        <a className="button" href={FORM}>
          ادامه
        </a>
      </StepBar>
    </>
  );
}

interface StepBarProps {
  step: RefObject<HTMLElement | null>;
  words: string;
  amountToman: number | undefined;
  children: ReactNode;
}

/** A bar that offers the next step on phones while the step itself is further down. */
function StepBar({ step, words, amountToman, children }: StepBarProps) {
  const isBelow = useIsBelow(step);
  if (!isBelow || amountToman === undefined) return null;
  return (
    <div className="pay-bar">
      <p className="min-w-0 leading-tight">
        <span className="block text-xs text-muted">{words}</span>
        <Toman amount={amountToman} className="font-extrabold" />
      </p>
      {children}
    </div>
  );
}

interface WaitingProps {
  sentAt: number;
  now: number;
  amountToman: number | undefined;
}

function Waiting({ sentAt, now, amountToman }: WaitingProps) {
  const promise = useRef<HTMLParagraphElement>(null);
  const left = minutesLeft(sentAt, now);
  return (
    <>
      <p ref={promise} className="text-muted">
        {promiseAfter(sentAt, now)}
      </p>
      {left !== null && (
        <progress
          className="progress my-2 w-full"
          max={REVIEW_MINUTES}
          value={REVIEW_MINUTES - left}
          aria-label="بررسی"
        />
      )}
      <p className="text-muted">
        {`${left !== null ? `${toPersianDigits(left)} دقیقه مانده. ` : ""}نتیجه را با لینک همین سبد پیامک می‌کنیم.`}
      </p>
      <StepBar
        step={promise}
        words={`مدرک شما در حال بررسی است${now < reviewOf(sentAt).endsAt ? `؛ پاسخ ${answerTime(sentAt)}` : ""}`}
        amountToman={amountToman}
      >
        <a className="button-quiet" href="#checklist">
          دیدن
        </a>
      </StepBar>
    </>
  );
}

interface RowProps {
  state: "done" | "waiting" | "refused" | "open";
  mark: ReactNode;
  title: string;
  children: ReactNode;
}

/** The eight-pointed star of the shop, of radius 19. */
const STAR =
  "M19 0L13.4 5.6V13.4H5.6L0 19L-5.6 13.4H-13.4V5.6L-19 0L-13.4 -5.6V-13.4H-5.6L0 -19L5.6 -13.4H13.4V-5.6Z";

function Row({ state, mark, title, children }: RowProps) {
  return (
    <li className={`is-${state}`}>
      <span className="checklist-mark">
        <svg viewBox="-20 -20 40 40" width="40" height="40" aria-hidden="true">
          <path d={STAR} />
        </svg>
        {mark}
      </span>
      <div className="min-w-0 pt-1.5">
        <b>{title}</b>
        {children}
      </div>
    </li>
  );
}
