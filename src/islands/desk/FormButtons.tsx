import { SubmitButton } from "../../parts/SubmitButton.tsx";

interface FormButtonsProps {
  isSending: boolean;
  /** The label of the button that sends the form, as a command. */
  children: string;
  onClose: () => void;
  /** True in a second step, whose other button leads back to the first step. */
  isStep?: boolean;
}

/** The buttons at the end of a form in a dialog: one sends it, one closes it unchanged. */
export function FormButtons({ isSending, children, onClose, isStep = false }: FormButtonsProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <SubmitButton isSending={isSending} className="button button-decide flex-1">
        {children}
      </SubmitButton>
      <button
        type="button"
        data-way-out={isStep ? undefined : ""}
        className="button-quiet button-decide"
        disabled={isSending}
        onClick={onClose}
      >
        {isStep ? "برگشت" : "انصراف"}
      </button>
    </div>
  );
}
