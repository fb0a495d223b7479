import { useStore } from "@nanostores/react";
import { EyeOff, ImageOff } from "lucide-react";
import { Bone } from "../../../parts/Skeleton.tsx";
import type { QueuePane } from "../../../stores/desk/queue-pane.ts";
import {
  $picture,
  LOOK_MS,
  closePicture,
  drawPicture,
  losePicture,
  markSeen,
  openPicture,
} from "../../../stores/desk/open-thing.ts";
import { ActButton } from "../KeyedActs.tsx";
import { Evidence } from "../OpenedPicture.tsx";

const SHUT = {
  none: "این کار تصویری دارد.",
  closed: "تصویر بسته شد.",
  lost: "تصویر نیامد.",
} as const;

/** The picture of the open thing, marked with the operator and the time. It closes by itself. */
export function Picture({ pane, operator }: { pane: QueuePane; operator: string }) {
  const state = useStore($picture);
  const { uploadId } = pane;
  if (uploadId === null) return <NoPicture message="این کار تصویری ندارد." />;
  switch (state.kind) {
    case "none":
    case "closed":
    case "lost":
      return (
        <div
          className="queue-picture queue-picture-shut"
          {...(state.kind === "lost" && { role: "alert" })}
        >
          <EyeOff size={28} aria-hidden="true" />
          <p>{SHUT[state.kind]}</p>
          <ActButton
            code="KeyI"
            label="دیدن تصویر"
            look="button-quiet"
            act={() => void openPicture(pane, uploadId)}
          />
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
      return <NoPicture message={state.message} />;
    case "open":
      return (
        <Evidence
          url={state.url}
          closesAt={state.closesAt}
          cardNumber={state.cardNumber}
          operator={operator}
          lookMs={LOOK_MS}
          isDrawn={state.isDrawn}
          onDrawn={drawPicture}
          onSeen={markSeen}
          onLost={losePicture}
          onClose={closePicture}
        />
      );
  }
}

function NoPicture({ message }: { message: string }) {
  return (
    <div className="queue-picture queue-picture-shut" role="alert">
      <ImageOff size={28} aria-hidden="true" />
      <p>{message}</p>
      <p className="text-muted">بی تصویر فقط می‌توان رد کرد.</p>
    </div>
  );
}
