import { useStore } from "@nanostores/react";
import { useEffect, useEffectEvent, useRef } from "react";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { Spinner } from "../../parts/Spinner.tsx";
import { useSending } from "../../parts/use-sending.ts";
import { $isCovered } from "../../stores/desk/cover.ts";
import { enterByPasskey } from "../../stores/desk/passkey.ts";
import { ENTRANCE, entranceFromHere, tryToUncover } from "../../stores/desk/session.ts";

/** Covers the screen when there is no session. Texts that were typed before are kept. */
export function Cover({ name, hasPasskey }: { name: string; hasPasskey: boolean }) {
  const isCovered = useStore($isCovered);
  const dialog = useRef<HTMLDialogElement>(null);
  const look = useEffectEvent(() => {
    if (isCovered && document.visibilityState === "visible") void tryToUncover(name);
  });
  useEffect(() => {
    const onLook = () => {
      look();
    };
    document.addEventListener("visibilitychange", onLook);
    addEventListener("focus", onLook);
    return () => {
      document.removeEventListener("visibilitychange", onLook);
      removeEventListener("focus", onLook);
    };
  }, []);
  useEffect(() => {
    const element = dialog.current;
    if (isCovered && !element?.open) element?.showModal();
    if (!isCovered) element?.close();
  }, [isCovered]);
  return (
    <dialog
      ref={dialog}
      className="cover"
      aria-labelledby="cover-title"
      onCancel={(event) => {
        event.preventDefault();
      }}
      onClose={() => {
        // Browsers close a dialog at a second Escape even if its `cancel` event was prevented.
        if ($isCovered.get()) dialog.current?.showModal();
      }}
    >
      {isCovered && (
        <>
          <h2 id="cover-title">میز بسته است</h2>
          <p>
            {`نشست شما پایان یافت یا مدتی کسی پشت میز نبود. هر چه نوشته‌اید همین‌جا می‌ماند.${!hasPasskey ? " در برگه‌ای دیگر وارد شوید و بازگردید." : ""}`}
          </p>
          {hasPasskey && <LiftByPasskey name={name} />}
          <a
            className={hasPasskey ? "link" : "button"}
            href={ENTRANCE}
            target="_blank"
            rel="noopener"
          >
            ورود در برگه‌ای دیگر
          </a>
          <a className="link" href={entranceFromHere()}>
            ورود در همین برگه، بی آنچه نوشته‌ام
          </a>
        </>
      )}
    </dialog>
  );
}

/** Signs the operator in again without leaving the page. */
function LiftByPasskey({ name }: { name: string }) {
  const { send, isSending, problem } = useSending();
  const enter = async () => {
    const found = await enterByPasskey(name);
    if (found === "") await tryToUncover(name);
    return found;
  };
  return (
    <>
      {problem !== "" && <ErrorBox message={problem} />}
      <button
        type="button"
        className="button button-decide"
        disabled={isSending}
        aria-busy={isSending}
        onClick={() => void send(enter)}
      >
        {isSending && <Spinner />}
        <span>ورود با گذرکلید</span>
      </button>
    </>
  );
}
