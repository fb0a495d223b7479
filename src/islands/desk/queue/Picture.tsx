import { useStore } from "@nanostores/react";
import { Eye, EyeOff, ImageOff, X } from "lucide-react";
import { useEffect, useState } from "react";
import { formatDate } from "../../../../persian/dates.ts";
import { Bone } from "../../../parts/Skeleton.tsx";
import { formatSeconds, useSecondsLeft } from "../../../parts/use-seconds-left.ts";
import { $picture, closePicture, openPicture } from "../../../stores/desk/queue-pane.ts";
import { Kbd } from "../Kbd.tsx";

/** Lines of the watermark that cover any picture. */
const LINES = 7;

/** The picture of the open thing. It names who looks at it and when, and closes by itself. */
export function Picture({ uploadId, operator }: { uploadId: string; operator: string }) {
  const state = useStore($picture);
  switch (state.kind) {
    case "none":
    case "closed":
      return (
        <div className="queue-picture queue-picture-shut">
          <EyeOff size={28} aria-hidden="true" />
          <p>{state.kind === "closed" ? "تصویر بسته شد." : "این کار تصویری دارد."}</p>
          <button
            type="button"
            className="button-quiet"
            onClick={() => {
              void openPicture(uploadId);
            }}
          >
            دیدن تصویر <Kbd code="KeyI" />
          </button>
        </div>
      );
    case "loading":
      return (
        <div className="queue-picture" role="status">
          <span className="sr-only">در حال بارگذاری تصویر…</span>
          <Bone className="size-full" />
        </div>
      );
    case "gone":
      return (
        <div className="queue-picture queue-picture-shut" role="alert">
          <ImageOff size={28} aria-hidden="true" />
          <p>{state.message}</p>
          <p className="text-muted">بی تصویر فقط می‌توان رد کرد.</p>
        </div>
      );
    case "open":
      return <Opened url={state.url} closesAt={state.closesAt} operator={operator} />;
  }
}

interface OpenedProps {
  url: string;
  closesAt: number;
  operator: string;
}

function Opened({ url, closesAt, operator }: OpenedProps) {
  const [mark] = useState(() => `${operator} · ${formatDate(Date.now())}`);
  const left = useSecondsLeft(closesAt);
  useEffect(() => {
    if (left === 0) closePicture();
  }, [left]);
  return (
    <figure className="queue-picture">
      <div className="queue-picture-frame">
        <img src={url} alt="تصویری که فرستاده است" />
        <div className="queue-mark" aria-hidden="true">
          {Array.from({ length: LINES }, (_, line) => (
            <span key={line}>{`${mark}   ${mark}`}</span>
          ))}
        </div>
      </div>
      <figcaption>
        <span>
          <Eye size={15} aria-hidden="true" />
          {formatSeconds(left)} تا بسته شدن تصویر
        </span>
        <span className="queue-picture-note">در دفتر رویدادها نوشته شد</span>
        <button type="button" aria-label="بستن تصویر" onClick={closePicture}>
          <X size={18} aria-hidden="true" />
        </button>
      </figcaption>
    </figure>
  );
}
