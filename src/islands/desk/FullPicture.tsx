import { Minus, Plus, RotateCw, X } from "lucide-react";
import { type PointerEvent, useEffect, useRef, useState } from "react";
import { CardDigits } from "./CardDigits.tsx";
import { type View, UPRIGHT, drag, pinch, turn, zoom } from "./picture-view.ts";
import { Watermark } from "./Watermark.tsx";

interface FullPictureProps {
  url: string;
  mark: string;
  cardNumber: string;
  onClose: () => void;
}

/** The zoom factor of one press of + or −, and of one notch of a wheel. */
const STEP = 1.25;

/** A picture over the whole screen, which can be zoomed, moved and rotated. */
export function FullPicture({ url, mark, cardNumber, onClose }: FullPictureProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const moved = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>(UPRIGHT);
  const pointers = usePointers(setView);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  useEffect(() => {
    const { x, y, scale, degrees } = view;
    moved.current?.style.setProperty(
      "transform",
      `translate(${String(x)}px, ${String(y)}px) scale(${String(scale)}) rotate(${String(degrees)}deg)`,
    );
  }, [view]);
  useEffect(() => {
    const element = stage.current;
    // React adds passive wheel listeners, which cannot stop the page behind from scrolling.
    const roll = (event: WheelEvent) => {
      event.preventDefault();
      const at = element ? fromMiddle(element, event) : undefined;
      setView((before) => zoom(before, event.deltaY < 0 ? STEP : 1 / STEP, at));
    };
    element?.addEventListener("wheel", roll, { passive: false });
    return () => {
      element?.removeEventListener("wheel", roll);
    };
  }, []);
  const by = (factor: number) => {
    setView((before) => zoom(before, factor));
  };
  const turnOnce = () => {
    setView(turn);
  };
  return (
    <dialog
      ref={dialog}
      className="full-picture"
      aria-label="تصویر، تمام صفحه"
      onClose={onClose}
      onKeyDown={(event) => {
        const acts: Record<string, (() => void) | undefined> = {
          "+": () => {
            by(STEP);
          },
          "=": () => {
            by(STEP);
          },
          "-": () => {
            by(1 / STEP);
          },
          "0": () => {
            setView(UPRIGHT);
          },
        };
        if (event.code === "KeyR" && !event.repeat) turnOnce();
        else acts[event.key]?.();
      }}
    >
      <div ref={stage} className="full-picture-stage" {...pointers}>
        <div ref={moved} className="full-picture-moved" data-lies={view.degrees % 180 !== 0}>
          <img src={url} alt="تصویری که فرستاده است" draggable={false} />
        </div>
        <Watermark mark={mark} />
      </div>
      {cardNumber !== "" && <CardDigits number={cardNumber} />}
      <div className="full-picture-bar">
        <button
          type="button"
          aria-label="بزرگ‌تر"
          onClick={() => {
            by(STEP);
          }}
        >
          <Plus size={20} aria-hidden="true" />
        </button>
        <button
          type="button"
          aria-label="کوچک‌تر"
          onClick={() => {
            by(1 / STEP);
          }}
        >
          <Minus size={20} aria-hidden="true" />
        </button>
        <button type="button" aria-label="چرخاندن" onClick={turnOnce}>
          <RotateCw size={20} aria-hidden="true" />
        </button>
        <button type="button" aria-label="بستن" onClick={() => dialog.current?.close()}>
          <X size={20} aria-hidden="true" />
        </button>
      </div>
    </dialog>
  );
}

/**
 * Returns the position of the pointer from the middle of the element, where the picture is drawn at
 * first.
 */
function fromMiddle(element: Element, { clientX, clientY }: { clientX: number; clientY: number }) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}

/** One finger or the mouse moves the picture, two fingers zoom it. */
function usePointers(setView: (change: (before: View) => View) => void) {
  const down = useRef(new Map<number, { x: number; y: number }>());
  const lift = (event: PointerEvent) => {
    down.current.delete(event.pointerId);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      down.current.set(event.pointerId, fromMiddle(event.currentTarget, event));
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const from = down.current.get(event.pointerId);
      if (!from) return;
      const to = fromMiddle(event.currentTarget, event);
      const [other] = [...down.current].filter(([id]) => id !== event.pointerId);
      down.current.set(event.pointerId, to);
      setView((before) => (other ? pinch(before, from, to, other[1]) : drag(before, from, to)));
    },
    onPointerUp: lift,
    onPointerCancel: lift,
  };
}
