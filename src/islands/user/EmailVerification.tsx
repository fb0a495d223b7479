import { useStore } from "@nanostores/react";
import { CircleCheck, CircleX, MailQuestion } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Spinner } from "../../parts/Spinner.tsx";
import { useSending } from "../../parts/use-sending.ts";
import {
  $emailVerification,
  confirmEmail,
  lookAtLink,
  resendActivation,
  retryVerification,
} from "../../stores/email-verification.ts";

export function EmailVerification() {
  const verification = useStore($emailVerification);
  useEffect(() => {
    void lookAtLink();
  }, []);
  // The live region exists from the start, so that screen readers announce the outcome.
  return (
    <div aria-live="polite">
      {verification.state === "pending" && <Pending />}
      {verification.state === "asking" && (
        <Question phone={verification.phone} isSending={verification.isSending} />
      )}
      {verification.state === "success" && <Success />}
      {verification.state === "error" && (
        <Failure message={verification.message} canRetry={verification.canRetry} />
      )}
    </div>
  );
}

function Pending() {
  return (
    <Outcome
      icon={<Spinner size={30} />}
      tone="bg-firouzeh-wash text-firouzeh-strong"
      title="در حال بررسی لینک…"
    >
      <p className="text-sm text-muted">چند لحظه صبر کنید.</p>
    </Outcome>
  );
}

function Question({ phone, isSending }: { phone: string; isSending: boolean }) {
  return (
    <Outcome
      icon={<MailQuestion size={30} aria-hidden="true" />}
      tone="bg-firouzeh-wash text-firouzeh-strong"
      title="این حساب شماست؟"
    >
      <p>
        این ایمیل برای حسابی با شمارهٔ{" "}
        <bdi dir="ltr" className="font-semibold whitespace-nowrap">
          {phone}
        </bdi>{" "}
        تأیید می‌شود.
      </p>
      <p className="text-sm text-muted">
        اگر این شماره از شما نیست، کاری نکنید و این صفحه را ببندید.
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <button
          type="button"
          className="button"
          disabled={isSending}
          aria-busy={isSending}
          onClick={() => void confirmEmail()}
        >
          {isSending && <Spinner />}
          <span>بله، ایمیل را تأیید کن</span>
        </button>
        <HomeLink />
      </div>
    </Outcome>
  );
}

function Success() {
  return (
    <Outcome
      icon={<CircleCheck size={30} aria-hidden="true" />}
      tone="bg-firouzeh-wash text-firouzeh-strong"
      title="ایمیل شما تأیید شد"
    >
      <p className="text-sm text-muted">از این پس می‌توانید کدها را با ایمیل هم دریافت کنید.</p>
      <div className="flex flex-wrap justify-center gap-3">
        <a className="button" href="/authentication">
          رفتن به حساب من
        </a>
        <HomeLink />
      </div>
    </Outcome>
  );
}

function Failure({ message, canRetry }: { message: string; canRetry: boolean }) {
  const { isSending, send } = useSending();
  return (
    <Outcome
      icon={<CircleX size={30} aria-hidden="true" />}
      tone="bg-anar-wash text-anar"
      title="ایمیل تأیید نشد"
    >
      <p className="font-semibold">{message}</p>
      <div className="flex flex-wrap justify-center gap-3">
        {canRetry && (
          <button type="button" className="button" onClick={() => void retryVerification()}>
            تلاش دوباره
          </button>
        )}
        <button
          type="button"
          className={`${canRetry ? "button-quiet" : "button"} whitespace-normal`}
          disabled={isSending}
          aria-busy={isSending}
          onClick={() => void send(resendActivation)}
        >
          {isSending && <Spinner />}
          <span>ارسال دوباره لینک فعال‌سازی</span>
        </button>
        <HomeLink />
      </div>
    </Outcome>
  );
}

function HomeLink() {
  return (
    <a className="button-quiet whitespace-normal" href="/">
      بازگشت به صفحهٔ اصلی
    </a>
  );
}

function Outcome({
  icon,
  tone,
  title,
  children,
}: {
  icon: ReactNode;
  tone: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-4">
      <span className={`rounded-full p-4 ${tone}`}>{icon}</span>
      <h1 className="text-2xl">{title}</h1>
      {children}
    </div>
  );
}
