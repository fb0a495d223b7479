import { useStore } from "@nanostores/react";
import { CircleCheck, CircleX } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Spinner } from "../../parts/Spinner.tsx";
import {
  $emailVerification,
  resendActivation,
  retryVerification,
  verifyEmail,
} from "../../stores/email-verification.ts";

export function EmailVerification() {
  const verification = useStore($emailVerification);
  useEffect(() => {
    void verifyEmail();
  }, []);
  // The live region exists from the start, so that screen readers announce the outcome.
  return (
    <div aria-live="polite">
      {verification.state === "pending" && <Pending />}
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
      title="در حال تأیید ایمیل…"
    >
      <p className="text-sm text-muted">چند لحظه صبر کنید.</p>
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
  const [isSending, setIsSending] = useState(false);
  const resend = async () => {
    setIsSending(true);
    await resendActivation();
    setIsSending(false);
  };
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
          onClick={() => void resend()}
        >
          {isSending && <Spinner />}
          ارسال دوباره لینک فعال‌سازی
        </button>
        <HomeLink />
      </div>
    </Outcome>
  );
}

function HomeLink() {
  return (
    <a className="button-quiet" href="/">
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
