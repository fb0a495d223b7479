import { useStore } from "@nanostores/react";
import { useEffect, useSyncExternalStore } from "react";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { Spinner } from "../../parts/Spinner.tsx";
import { onOtherTabs, tellOtherTabs } from "../../stores/other-tabs.ts";
import { $signIn, followSignIn, resumeSignIn, type SignInLimits } from "../../stores/sign-in.ts";
import { CodeStep } from "./CodeStep.tsx";
import { PhoneStep } from "./PhoneStep.tsx";

interface SignInProps {
  limits: SignInLimits;
  codeLength: number;
}

export function SignIn({ limits, codeLength }: SignInProps) {
  const signIn = useStore($signIn);
  const hasCookies = useSyncExternalStore(
    () => () => undefined,
    () => navigator.cookieEnabled,
    () => true,
  );
  useEffect(() => {
    // This page opens only when there is no session, for example after a sign-out. So it tells
    // other tabs that the session has ended.
    tellOtherTabs("ended");
    resumeSignIn();
    const follow = () => void followSignIn(limits);
    document.addEventListener("visibilitychange", follow);
    const stop = onOtherTabs("begun", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      stop();
    };
  }, [limits]);
  if (!hasCookies)
    return (
      <ErrorBox message="کوکی‌های این مرورگر بسته است و بی آن‌ها نمی‌توان وارد شد. آن‌ها را برای این سایت باز کنید و صفحه را دوباره باز کنید." />
    );
  if (signIn.step === "phone") return <PhoneStep state={signIn} limits={limits} />;
  if (signIn.step === "code")
    return <CodeStep state={signIn} limits={limits} codeLength={codeLength} />;
  return (
    <p role="status" className="flex items-center justify-center gap-3 py-10">
      <Spinner size={22} />
      خوش آمدید. در حال ورود به حساب…
    </p>
  );
}
