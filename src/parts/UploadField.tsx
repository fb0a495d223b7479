import { useStore } from "@nanostores/react";
import { Camera as CameraIcon, ImageUp, RotateCw, Trash2 } from "lucide-react";
import { type DragEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { toPersianDigits } from "../../persian/digits.ts";
import { ACCEPTED_TYPES, type Upload, type UploadState } from "../stores/upload.ts";
import { cut } from "./cut.ts";
import { FieldMessage } from "./FieldMessage.tsx";

interface UploadFieldProps {
  label: string;
  name: string;
  /** Created once per form with `createUpload`. */
  upload: Upload;
  /** The form's error message, or empty. */
  message: string;
  /** Offers the camera of a phone as well. */
  hasCamera?: boolean;
}

/** A field for an image, which is chosen or dropped, previewed, and uploaded at once. */
export function UploadField({ label, name, upload, message, hasCamera = false }: UploadFieldProps) {
  const id = useId();
  const now = useStore(upload.$upload);
  const problem =
    now.state === "failed" || (now.state === "none" && now.message) ? now.message : "";
  // Leaving the form discards the image.
  useEffect(() => upload.remove, [upload]);
  const container = useFocusOnChange(now.state === "none");
  return (
    <div ref={container}>
      <span id={`${id}label`} className="label">
        {label}
      </span>
      {now.state === "none" ? (
        <>
          <DropZone {...{ id, name, upload }} isInvalid={(problem || message) !== ""} />
          {hasCamera && <Camera upload={upload} />}
        </>
      ) : (
        <Chosen {...{ id, upload, now }} />
      )}
      <FieldMessage
        id={`${id}message`}
        message={problem || (now.state === "none" ? message : "")}
      />
    </div>
  );
}

/** Moves the focus to the element that replaces the focused one. */
function useFocusOnChange(isEmpty: boolean): RefObject<HTMLDivElement | null> {
  const container = useRef<HTMLDivElement>(null);
  const wasEmpty = useRef(isEmpty);
  useEffect(() => {
    if (wasEmpty.current === isEmpty) return;
    wasEmpty.current = isEmpty;
    container.current?.querySelector<HTMLElement>("input, button:last-of-type")?.focus();
  }, [isEmpty]);
  return container;
}

interface DropZoneProps {
  id: string;
  name: string;
  upload: Upload;
  isInvalid: boolean;
}

function DropZone({ id, name, upload, isInvalid }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file) upload.choose(file);
  };
  return (
    <label
      className={`drop-zone ${isOver ? "drop-zone-over" : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => {
        setIsOver(false);
      }}
      onDrop={drop}
    >
      <input
        type="file"
        name={name}
        accept={ACCEPTED_TYPES}
        className="drop-zone-input"
        aria-labelledby={`${id}label`}
        aria-describedby={`${id}hint ${id}message`}
        aria-invalid={isInvalid}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) upload.choose(file);
          // Lets the user choose the same file again after a refusal.
          event.target.value = "";
        }}
      />
      <ImageUp size={24} className="text-firouzeh-strong" aria-hidden="true" />
      <span className="text-sm font-semibold">انتخاب تصویر یا کشیدن به اینجا</span>
      <span id={`${id}hint`} className="hint">
        JPG، PNG یا WebP تا ۵ مگابایت؛ عکس بزرگ خودبه‌خود کوچک می‌شود
      </span>
    </label>
  );
}

/** A second button for the same image. Style sheets show it on touch screens. */
function Camera({ upload }: { upload: Upload }) {
  return (
    <label className="button-quiet camera mt-2 w-full">
      <input
        type="file"
        accept={ACCEPTED_TYPES}
        capture="environment"
        className="drop-zone-input"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) upload.choose(file);
          event.target.value = "";
        }}
      />
      <CameraIcon size={18} aria-hidden="true" />
      گرفتن عکس با دوربین
    </label>
  );
}

/** The number of characters that are shown of a file's name: two lines at most. */
const NAME_MAX = 40;

interface ChosenProps {
  id: string;
  upload: Upload;
  now: Exclude<UploadState, { state: "none" }>;
}

function Chosen({ id, upload, now }: ChosenProps) {
  return (
    <div
      role="group"
      aria-labelledby={`${id}label`}
      className="flex flex-wrap items-center gap-3 rounded-control border border-line-strong p-2"
    >
      {now.previewUrl === null ? (
        <span className="size-16 rounded-lg bg-paper" />
      ) : (
        <img
          src={now.previewUrl}
          alt="پیش‌نمایش"
          className="size-16 rounded-lg bg-paper object-cover"
        />
      )}
      <div className="min-w-0 flex-1 basis-32 text-sm">
        <span className="block wrap-anywhere">
          <bdi dir="ltr">{cut(now.file.name, NAME_MAX)}</bdi>
        </span>
        {now.state === "sending" && (
          <span className="flex items-center gap-2 text-xs text-muted">
            <progress
              className="progress"
              max={100}
              value={now.percent}
              aria-label="پیشرفت بارگذاری تصویر"
            />
            <span className="tabular w-10">{`${toPersianDigits(now.percent)}٪`}</span>
          </span>
        )}
        <span role="status" className="text-xs text-firouzeh-strong">
          {now.state === "done" && "تصویر بارگذاری شد."}
        </span>
      </div>
      <div className="flex">
        {now.state === "failed" && (
          <button
            type="button"
            className="icon-button text-firouzeh-strong"
            aria-label="بارگذاری دوباره"
            onClick={upload.retry}
          >
            <RotateCw size={18} aria-hidden="true" />
          </button>
        )}
        <button
          type="button"
          className="icon-button text-muted"
          aria-label="حذف تصویر"
          onClick={upload.remove}
        >
          <Trash2 size={18} aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}
