import { useStore } from "@nanostores/react";
import { EyeOff, ImageOff } from "lucide-react";
import { Bone } from "../../../parts/Skeleton.tsx";
import { $picture, closePicture, openPicture } from "../../../stores/desk/queue-pane.ts";
import { Kbd } from "../Kbd.tsx";
import { OpenedPicture } from "../OpenedPicture.tsx";

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
      return (
        <OpenedPicture
          url={state.url}
          closesAt={state.closesAt}
          operator={operator}
          onClose={closePicture}
        />
      );
  }
}
