import { Eye, Maximize2, X } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { formatDate } from "../../../persian/dates.ts";
import { formatSeconds, useSecondsLeft } from "../../parts/use-seconds-left.ts";
import { CardDigits } from "./CardDigits.tsx";
import { FullPicture } from "./FullPicture.tsx";
import { useKeys } from "./keys.ts";
import { Watermark } from "./Watermark.tsx";

interface OpenedPictureProps {
  url: string;
  closesAt: number;
  operator: string;
  onClose: () => void;
}

interface EvidenceProps extends OpenedPictureProps {
  /** Sixteen digits that the picture is compared with; empty where there are none. */
  cardNumber: string;
  /** True once the picture is loaded, which `onDrawn` reports. */
  isDrawn: boolean;
  onDrawn: () => void;
  /** The time in milliseconds that the picture has to be visible before `onSeen` is called. */
  lookMs: number;
  onSeen: () => void;
  onLost: () => void;
}

/** A picture with a watermark of the operator's name and the time. It closes by itself. */
export function OpenedPicture({ url, closesAt, operator, onClose }: OpenedPictureProps) {
  const [isFull, setIsFull] = useState(false);
  const mark = useMark(operator);
  return (
    <figure className="queue-picture">
      <Frame
        url={url}
        mark={mark}
        onOpen={() => {
          setIsFull(true);
        }}
      />
      <Caption closesAt={closesAt} onClose={onClose} />
      {isFull && (
        <FullPicture
          url={url}
          mark={mark}
          cardNumber=""
          onClose={() => {
            setIsFull(false);
          }}
        />
      )}
    </figure>
  );
}

/**
 * A picture that a decision about papers depends on, so it has to be loaded and visible for a while
 * before the decision.
 */
export function Evidence(props: EvidenceProps) {
  const { cardNumber, isDrawn, onDrawn, lookMs, onSeen, onLost, ...picture } = props;
  const { url, closesAt, operator, onClose } = picture;
  const [isFull, setIsFull] = useState(false);
  const mark = useMark(operator);
  const see = useEffectEvent(onSeen);
  const open = () => {
    setIsFull(true);
  };
  useEffect(() => {
    if (!isDrawn) return;
    const timer = setTimeout(() => {
      see();
    }, lookMs);
    return () => {
      clearTimeout(timer);
    };
  }, [isDrawn, lookMs]);
  useKeys(
    "تصویر",
    isDrawn && !isFull ? [{ code: "Enter", label: "تصویر، تمام صفحه", act: open }] : [],
  );
  return (
    <figure className="queue-picture">
      <Frame url={url} mark={mark} onOpen={open} onLoad={onDrawn} onError={onLost} />
      {cardNumber !== "" && <CardDigits number={cardNumber} />}
      <Caption closesAt={closesAt} onClose={onClose} />
      {isFull && (
        <FullPicture
          url={url}
          mark={mark}
          cardNumber={cardNumber}
          onClose={() => {
            setIsFull(false);
          }}
        />
      )}
    </figure>
  );
}

/** Returns the text of the watermark: «sara · ۵ آذر، ۱۲:۳۰». */
function useMark(operator: string): string {
  const [mark] = useState(() => `${operator} · ${formatDate(Date.now())}`);
  return mark;
}

interface FrameProps {
  url: string;
  mark: string;
  onOpen: () => void;
  onLoad?: () => void;
  onError?: () => void;
}

function Frame({ url, mark, onOpen, onLoad, onError }: FrameProps) {
  return (
    <button
      type="button"
      className="queue-picture-frame"
      onClick={({ detail, currentTarget }) => {
        // After a click the button loses the focus, so that Space is still a key of the desk.
        if (detail > 0) currentTarget.blur();
        onOpen();
      }}
    >
      <img src={url} alt="تصویری که فرستاده است" onLoad={onLoad} onError={onError} />
      <Watermark mark={mark} />
      <span className="queue-picture-open">
        <Maximize2 size={15} aria-hidden="true" />
        تمام صفحه
      </span>
    </button>
  );
}

function Caption({ closesAt, onClose }: Pick<OpenedPictureProps, "closesAt" | "onClose">) {
  const left = useSecondsLeft(closesAt);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (left === 0) close();
  }, [left]);
  return (
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
  );
}
