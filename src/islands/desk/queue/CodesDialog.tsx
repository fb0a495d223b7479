import { useState } from "react";
import { toPersianDigits } from "../../../../persian/digits.ts";
import { formatNumber } from "../../../../persian/toman.ts";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Modal } from "../../../parts/Modal.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { deliverCodes } from "../../../stores/desk/queue-acts.ts";
import { $drafts, type QueuePane } from "../../../stores/desk/queue-pane.ts";
import { keyOf } from "../../../stores/desk/queue.ts";

interface CodesDialogProps {
  pane: QueuePane;
  isOpen: boolean;
  onClose: () => void;
}

/** One field for each code of a delivery by hand. It cannot be undone. */
export function CodesDialog({ pane, isOpen, onClose }: CodesDialogProps) {
  return (
    <Modal isOpen={isOpen} title={`تحویل به ${pane.name}`} onClose={onClose}>
      <CodesForm pane={pane} onClose={onClose} />
    </Modal>
  );
}

/** Codes that were typed are kept while others are read: a line for each. */
const SEPARATOR = "\n";

function CodesForm({ pane, onClose }: Pick<CodesDialogProps, "pane" | "onClose">) {
  const key = keyOf(pane);
  const [codes, setCodes] = useState<string[]>(() => {
    const kept = $drafts.get()[key]?.split(SEPARATOR) ?? [];
    return Array.from({ length: pane.quantity }, (_, at) => kept[at] ?? "");
  });
  const [problem, setProblem] = useState("");
  const [isSending, setIsSending] = useState(false);
  const change = (at: number, text: string) => {
    // A pasted list fills the fields from here on.
    const pasted = text.split(/\s*\n\s*/).filter((line) => line !== "");
    const next = codes.map((code, place) =>
      pasted.length > 1 && place >= at ? (pasted[place - at] ?? code) : place === at ? text : code,
    );
    setCodes(next);
    $drafts.setKey(key, next.join(SEPARATOR));
  };
  const send = async () => {
    const filled = codes.map((code) => code.trim());
    if (filled.includes("")) {
      setProblem("برای هر واحد یک کد بنویسید.");
      return;
    }
    setIsSending(true);
    const refused = await deliverCodes(pane, filled);
    setIsSending(false);
    setProblem(refused);
    if (refused === "") onClose();
  };
  return (
    <form
      className="grid gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <p className="text-muted">{pane.consequence}</p>
      {codes.map((code, at) => (
        <div
          key={at}
          onPaste={(event) => {
            const text = event.clipboardData.getData("text");
            if (!text.trim().includes("\n")) return;
            event.preventDefault();
            change(at, text);
          }}
        >
          <TextField
            label={codes.length === 1 ? "کد" : `کد ${toPersianDigits(at + 1)}`}
            name={`code-${String(at)}`}
            value={code}
            message=""
            dir="ltr"
            autoComplete="off"
            onChange={(text) => {
              change(at, text);
            }}
          />
        </div>
      ))}
      {problem !== "" && <ErrorBox message={problem} />}
      <SubmitButton isSending={isSending} className="button button-decide">
        {`${formatNumber(codes.length)} کد را تحویل بده`}
      </SubmitButton>
    </form>
  );
}
