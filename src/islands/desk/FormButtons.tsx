import { SubmitButton } from "../../parts/SubmitButton.tsx";

interface FormButtonsProps {
  isSending: boolean;
  /** What the form does, as a command. */
  children: string;
  onClose: () => void;
  /** The word of the way out. */
  leave?: string;
}

/** The end of a form in a dialog: it is sent, or left as it was. */
export function FormButtons({ isSending, children, onClose, leave = "انصراف" }: FormButtonsProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <SubmitButton isSending={isSending} className="button button-decide flex-1">
        {children}
      </SubmitButton>
      <button
        type="button"
        className="button-quiet button-decide"
        disabled={isSending}
        onClick={onClose}
      >
        {leave}
      </button>
    </div>
  );
}
