import { useRef } from "react";
import { formatNumber } from "../../../../persian/toman.ts";
import { AmountField } from "../../../parts/AmountField.tsx";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Spinner } from "../../../parts/Spinner.tsx";
import { TextArea } from "../../../parts/TextArea.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { useTyped } from "../../../parts/use-typed.ts";
import { close } from "../../../stores/desk/closing.ts";
import { KeyHint } from "../KeyHint.tsx";
import { useKeys } from "../keys.ts";

interface CloseDayProps {
  day: string;
  title: string;
  /** The sums of the day in the ledger and at the gateway, as the shop knows them, in toman. */
  ledger: number;
  gateway: number;
}

const NOTE_MAX = 500;

/**
 * Closes one day. An operator may type the sum of the gateway's panel, and has to explain a
 * difference.
 */
export function CloseDay({ day, title, ledger, gateway }: CloseDayProps) {
  const [panel, setPanel] = useTyped<string>(`closing:${day} panel`, "");
  const [note, setNote] = useTyped<string>(`closing:${day} note`, "");
  const { formOf, messageOf, problem, refuse, isSending, send } = useSending([
    "gatewayAmount",
    "note",
  ]);
  const button = useRef<HTMLButtonElement>(null);
  // A closed day cannot be opened again, so the key only focuses the button.
  useKeys("بستن روز", [
    {
      code: "KeyC",
      label: "رفتن به بستن روز",
      act: () => {
        button.current?.focus();
      },
    },
  ]);
  const difference = (panel === "" ? gateway : Number(panel)) - ledger;
  const isUnread = Number.isNaN(difference);
  const needsNote = !isUnread && difference !== 0;

  async function submit() {
    if (isUnread) {
      refuse({ gatewayAmount: "جمع پنل درگاه خوانده نشد؛ آن را تنها با رقم بنویسید." });
      return;
    }
    if (needsNote && note.trim().length < 3) {
      refuse({ note: "بنویسید چرا این روز با اختلاف بسته می‌شود." });
      return;
    }
    const requested = {
      day,
      difference,
      ...(panel !== "" && { gatewayAmount: Number(panel) }),
      ...(note.trim() !== "" && { note: note.trim() }),
    };
    if (await send(() => close(requested), { leavesPage: true })) location.reload();
  }

  return (
    <form {...formOf(submit)} className="closing-form">
      <AmountField
        label="جمعی که پنل درگاه نشان می‌دهد، اگر نگاه کرده‌اید"
        name="gatewayAmount"
        value={panel}
        message={messageOf("gatewayAmount")}
        onChange={setPanel}
      />
      <p aria-live="polite">
        {difference === 0 && <span className="is-good">دفتر و درگاه برابرند.</span>}
        {needsNote && (
          <span className="is-bad">
            {`اختلاف ${formatNumber(Math.abs(difference))} تومان ${difference > 0 ? "بیشتر در درگاه" : "بیشتر در دفتر"}`}
          </span>
        )}
      </p>
      {needsNote && (
        <TextArea
          label="چرا با اختلاف بسته می‌شود؟"
          name="note"
          value={note}
          maximum={NOTE_MAX}
          message={messageOf("note")}
          onChange={setNote}
        />
      )}
      {problem !== "" && <ErrorBox message={problem} />}
      <button
        ref={button}
        type="submit"
        className="button button-decide"
        disabled={isSending}
        aria-busy={isSending}
      >
        {isSending && <Spinner />}
        <span>{`${title} را ${needsNote ? "با اختلاف " : ""}ببند`}</span>
        <KeyHint code="KeyC" />
      </button>
      <p className="figures-muted">روز بسته دیگر تغییر نمی‌کند و گزارش آن همین‌گونه می‌ماند.</p>
    </form>
  );
}
