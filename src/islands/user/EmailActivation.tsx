import { MailCheck } from "lucide-react";
import { useState } from "react";
import { Spinner } from "../../parts/Spinner.tsx";
import { requestEmailVerification } from "../../stores/user.ts";

/** The button that sends the link to confirm the profile's e-mail. */
export function EmailActivation() {
  const [isSending, setIsSending] = useState(false);
  const send = async () => {
    setIsSending(true);
    await requestEmailVerification();
    setIsSending(false);
  };
  return (
    <button
      type="button"
      className="button-quiet mt-2 w-full sm:w-auto"
      disabled={isSending}
      aria-busy={isSending}
      onClick={() => void send()}
    >
      {isSending ? <Spinner /> : <MailCheck size={18} aria-hidden="true" />}
      فعال‌سازی ایمیل
    </button>
  );
}
