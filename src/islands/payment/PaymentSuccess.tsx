import { CircleCheck, WalletCards } from "lucide-react";
import type { ReactNode } from "react";
import { Bone, Skeleton } from "../../parts/Skeleton.tsx";
import { Toman } from "../../parts/Toman.tsx";
import { takeSuccessfulPayment } from "../../stores/payment-verification.ts";
import { NotAllowed } from "./NotAllowed.tsx";
import { useOutcome } from "./use-outcome.ts";

export function PaymentSuccess() {
  const payment = useOutcome(takeSuccessfulPayment);
  if (payment === "none") return <NotAllowed />;
  if (!payment) {
    return (
      <Skeleton>
        <Bone className="h-64" />
      </Skeleton>
    );
  }
  const Icon = payment.details === null ? CircleCheck : WalletCards;
  return (
    <div className="flex flex-col items-center gap-4">
      <span className="rounded-full bg-firouzeh-wash p-4 text-firouzeh-strong">
        <Icon size={30} aria-hidden="true" />
      </span>
      <h1 className="text-center text-2xl">
        {payment.details === null ? "پرداخت با موفقیت انجام شد" : "پول شما در کیف پول است"}
      </h1>
      {payment.details !== null && <p className="text-center text-muted">{payment.details}</p>}
      <dl className="flex w-full flex-col gap-3 rounded-card bg-paper p-4 text-sm">
        <Fact title="مبلغ">
          <Toman amount={payment.amount} className="font-bold" />
        </Fact>
        {payment.refId !== null && (
          <Fact title="شمارهٔ پیگیری">
            <bdi dir="ltr" className="tabular">
              {payment.refId}
            </bdi>
          </Fact>
        )}
        {payment.newBalance !== null && (
          <Fact title="موجودی کیف پول">
            <Toman amount={payment.newBalance} />
          </Fact>
        )}
      </dl>
      <div className="flex flex-wrap justify-center gap-3">
        {payment.details === null ? (
          <>
            <a className="button" href="/orders">
              دیدن کد در سفارش‌ها
            </a>
            <a className="button-quiet" href="/dashboard">
              رفتن به داشبورد
            </a>
          </>
        ) : (
          <>
            <a className="button" href="/cart">
              خرید دوباره از سبد
            </a>
            <a className="button-quiet" href="/wallet">
              برداشت
            </a>
          </>
        )}
      </div>
    </div>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}
