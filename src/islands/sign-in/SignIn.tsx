import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import { Spinner } from "../../parts/Spinner.tsx";
import { sayNobodyIsSignedIn } from "../../stores/other-tabs.ts";
import { $signIn, resumeSignIn, type SignInLimits } from "../../stores/sign-in.ts";
import { CodeStep } from "./CodeStep.tsx";
import { PhoneStep } from "./PhoneStep.tsx";

interface SignInProps {
  limits: SignInLimits;
  codeLength: number;
}

export function SignIn({ limits, codeLength }: SignInProps) {
  const signIn = useStore($signIn);
  useEffect(() => {
    sayNobodyIsSignedIn();
    resumeSignIn();
  }, []);
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
