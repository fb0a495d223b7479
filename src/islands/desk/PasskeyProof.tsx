import { useStore } from "@nanostores/react";
import { KeyRound } from "lucide-react";
import { useEffect } from "react";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { Modal } from "../../parts/Modal.tsx";
import { Spinner } from "../../parts/Spinner.tsx";
import { onPasskeyNeeded } from "../../stores/desk/call.ts";
import { $proof, askForPasskey, endProof, provePresence } from "../../stores/desk/passkey.ts";

/**
 * Asks for the passkey when the shop refused a serious act without it. The refused call is then
 * repeated.
 */
export function PasskeyProof() {
  const { isOpen, isBusy, message } = useStore($proof);
  useEffect(() => {
    onPasskeyNeeded(askForPasskey);
  }, []);
  return (
    <Modal
      isOpen={isOpen}
      title="گذرکلید شما"
      onClose={() => {
        endProof(false);
      }}
    >
      <p className="mb-4">
        برای این کار باید همین حالا پشت میز باشید. گذرکلید خود را نشان دهید؛ تا پنج دقیقه اعتبار
        دارد.
      </p>
      {message !== "" && (
        <div className="mb-4">
          <ErrorBox message={message} />
        </div>
      )}
      <button
        type="button"
        className="button button-decide w-full"
        disabled={isBusy}
        aria-busy={isBusy}
        onClick={() => void provePresence()}
      >
        {isBusy ? <Spinner /> : <KeyRound size={18} aria-hidden="true" />}
        <span>نشان دادن گذرکلید</span>
      </button>
    </Modal>
  );
}
