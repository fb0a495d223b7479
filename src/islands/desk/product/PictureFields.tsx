import { ImageUp } from "lucide-react";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";

interface ChooseProps {
  children: string;
  onChoose: (file: File) => void;
}

/** Takes a picture from the operator's device. */
export function ChoosePicture({ children, onChoose }: ChooseProps) {
  return (
    <label className="button-quiet relative">
      <input
        type="file"
        accept="image/jpeg,image/png,image/webp"
        className="drop-zone-input"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onChoose(file);
          // Lets the same file be chosen again after a refusal.
          event.target.value = "";
        }}
      />
      <ImageUp size={18} aria-hidden="true" />
      <span>{children}</span>
    </label>
  );
}

interface PictureButtonsProps {
  isChosen: boolean;
  isSending: boolean;
  /** The label of the button that removes the present picture; null when there is none. */
  drop: string | null;
  onDrop: () => void;
  onClose: () => void;
}

/** The buttons that use the chosen picture, remove the present one, or close the dialog. */
export function PictureButtons(props: PictureButtonsProps) {
  const { isChosen, isSending, drop, onDrop, onClose } = props;
  return (
    <div className="flex flex-wrap gap-3">
      {isChosen && (
        <SubmitButton isSending={isSending} className="button button-decide flex-1">
          این تصویر را نشان بده
        </SubmitButton>
      )}
      {!isChosen && drop !== null && (
        <button
          type="button"
          className="button button-decide flex-1"
          disabled={isSending}
          onClick={onDrop}
        >
          {drop}
        </button>
      )}
      <button type="button" data-way-out className="button-quiet button-decide" onClick={onClose}>
        انصراف
      </button>
    </div>
  );
}
