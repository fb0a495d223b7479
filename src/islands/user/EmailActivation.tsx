import { MailCheck } from "lucide-react";
import { Spinner } from "../../parts/Spinner.tsx";
import { useSending } from "../../parts/use-sending.ts";
import { requestEmailVerification } from "../../stores/user.ts";

/** The button that sends the link to confirm the profile's e-mail. */
export function EmailActivation() {
  const { isSending, send } = useSending();
  return (
    <button
      type="button"
      className="button-quiet mt-2 w-full sm:w-auto"
      disabled={isSending}
      aria-busy={isSending}
      onClick={() =>
        void send(async () => {
          // `requestEmailVerification` shows the result itself.
          await requestEmailVerification();
        })
      }
    >
      {isSending ? <Spinner /> : <MailCheck size={18} aria-hidden="true" />}
      <span>فعال‌سازی ایمیل</span>
    </button>
  );
}
