import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import { formatDate } from "../../../../persian/dates.ts";
import { formatNumber } from "../../../../persian/toman.ts";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { useNow } from "../../../parts/use-now.ts";
import { useSending } from "../../../parts/use-sending.ts";
import {
  $closure,
  type ShopState,
  inForce,
  loadClosure,
  open,
  opensAtOf,
} from "../../../stores/desk/closure.ts";
import { Section } from "../settings/Section.tsx";
import { CloseForm } from "./CloseForm.tsx";
import { Preview } from "./Preview.tsx";
import { untilWords } from "./times.ts";

const GOES_ON = [
  ["سفارش‌ها و کدهای خریده‌شده", "باز کردن کد، هدیه‌های در راه"],
  ["ورود، حساب، کیف پول، تیکت، آموزش‌ها", "هویت، کارت و برداشت هم پذیرفته می‌شوند"],
  ["پرداخت‌هایی که آغاز شده‌اند", "تمام می‌شوند و کدشان می‌رسد"],
  ["میز کار، همهٔ آن", ""],
] as const;
const STOPS = [
  ["صفحهٔ اول، کالاها، جست‌وجو و سبد", "به‌جایشان همین صفحه، با پاسخ ۵۰۳ تا جست‌وجوگرها نروند"],
  ["خرید تازه و افزایش کیف پول", "سبدها می‌مانند"],
] as const;

/** Closes the shop to shoppers, or opens it. */
export function ClosureScreen({ mayClose }: { mayClose: boolean }) {
  const loaded = useStore($closure);
  const now = useNow();
  const closure = loaded.state === "ready" ? inForce(loaded.value.closure, now) : null;
  useEffect(() => void loadClosure(), []);
  return (
    <Section
      title="فروشگاه"
      loaded={loaded}
      onRetry={() => void loadClosure()}
      action={
        loaded.state === "ready" && (
          <span className={closure ? "badge badge-zaferan" : "badge"}>
            {closure ? "بسته" : "باز"}
          </span>
        )
      }
    >
      {(value) =>
        closure ? (
          <Closed closure={closure} now={now} mayOpen={mayClose} />
        ) : (
          <Open {...value} now={now} mayClose={mayClose} />
        )
      }
    </Section>
  );
}

type Closure = NonNullable<ShopState["closure"]>;

interface ClosedProps {
  closure: Closure;
  now: number;
  mayOpen: boolean;
}

function Closed({ closure, now, mayOpen }: ClosedProps) {
  const opensAt = opensAtOf(closure);
  const { formOf, send, isSending, problem } = useSending();
  return (
    <div className="closure-parts">
      <form {...formOf(() => void send(() => open(closure.id)))} className="closure-form">
        {problem !== "" && <ErrorBox message={problem} />}
        <p>
          <b>{`فروشگاه ${untilWords(opensAt, now)} بسته است.`}</b>
          <span className="block text-muted">
            {`${closure.closedBy} آن را ${formatDate(closure.closedAt)} بست.`}
          </span>
        </p>
        {mayOpen && <SubmitButton isSending={isSending}>فروشگاه را باز کن</SubmitButton>}
      </form>
      <Preview reason={closure.reason} opensAt={opensAt} />
    </div>
  );
}

function Open({ underWay, now, mayClose }: ShopState & { now: number; mayClose: boolean }) {
  return (
    <>
      {mayClose && <CloseForm now={now} />}
      <div className="closure-parts">
        <Lines title="باز می‌ماند" lines={GOES_ON} />
        <Lines title="می‌ایستد" lines={STOPS} />
      </div>
      <p className="closure-now">
        {`اکنون در راه: ${formatNumber(underWay.payments)} پرداخت، ${formatNumber(underWay.heldCodes)} کد نگه‌داشته برای پرداخت، ${formatNumber(underWay.gifts)} هدیه با ساعت. هیچ‌کدام نمی‌ایستد.`}
      </p>
    </>
  );
}

interface LinesProps {
  title: string;
  lines: readonly (readonly [string, string])[];
}

function Lines({ title, lines }: LinesProps) {
  return (
    <section>
      <h3>{title}</h3>
      <ul className="closure-lines">
        {lines.map(([what, more]) => (
          <li key={what}>
            <span>{what}</span>
            {more !== "" && <small>{more}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}
