import { Eye, X } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { formatDate } from "../../../persian/dates.ts";
import { formatSeconds, useSecondsLeft } from "../../parts/use-seconds-left.ts";

/** Lines of the watermark that cover any picture. */
const LINES = 7;

interface OpenedPictureProps {
  url: string;
  closesAt: number;
  operator: string;
  onClose: () => void;
}

/** A picture that names who looks at it and when, and closes by itself. */
export function OpenedPicture({ url, closesAt, operator, onClose }: OpenedPictureProps) {
  const [mark] = useState(() => `${operator} · ${formatDate(Date.now())}`);
  const left = useSecondsLeft(closesAt);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (left === 0) close();
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
          <span>{`${formatSeconds(left)} تا بسته شدن تصویر`}</span>
        </span>
        <span className="queue-picture-note">در دفتر رویدادها نوشته شد</span>
        <button type="button" aria-label="بستن تصویر" onClick={onClose}>
          <X size={18} aria-hidden="true" />
        </button>
      </figcaption>
    </figure>
  );
}
