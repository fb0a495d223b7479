import type { DeskKey } from "../../../stores/desk/keys.ts";
import type { QueuePane } from "../../../stores/desk/queue-pane.ts";
import { $picture, closePicture, openPicture } from "../../../stores/desk/sight.ts";
import { REPLY_ID } from "./Talk.tsx";
import type { QueueRights } from "./rights.ts";

interface Acts {
  yes: string;
  no: string | null;
  way: QueueRights;
  sayYes: () => Promise<void>;
  sayNo: (reason?: string) => void;
  setAside: () => void;
  askSupplier: (ref: string) => Promise<void>;
}

/** Returns the keys of the open thing: each does what a button beside it does. */
export function keysOfPane(
  pane: QueuePane,
  { yes, no, way, sayYes, sayNo, setAside, askSupplier }: Acts,
): DeskKey[] {
  const { person, uploadId } = pane;
  return [
    { code: pane.kind === "delivery" ? "KeyD" : "KeyY", label: yes, act: () => void sayYes() },
    ...(no === null
      ? []
      : [
          {
            code: "KeyN",
            label: no,
            act: () => {
              sayNo();
            },
          },
        ]),
    ...pane.reasons.map((reason, at) => ({
      code: `Digit${String(at + 1)}`,
      label: reason,
      act: () => {
        sayNo(reason);
      },
    })),
    ...(pane.supplyRef === null
      ? []
      : [
          {
            code: "KeyA",
            label: "دوباره از تأمین‌کننده بپرس",
            act: () => void askSupplier(pane.supplyRef ?? ""),
          },
        ]),
    ...(uploadId === null
      ? []
      : [
          {
            code: "KeyI",
            label: "تصویر",
            act: () => {
              if ($picture.get().kind === "open") closePicture();
              else void openPicture(pane, uploadId);
            },
          },
        ]),
    ...(person && way.hasPeople
      ? [
          {
            code: "KeyO",
            label: "پروندهٔ شخص",
            act: () => {
              location.assign(`/desk/people/${person.id}`);
            },
          },
        ]
      : []),
    { code: "KeyS", label: "کنار بگذار", act: setAside },
    ...(pane.kind === "ticket"
      ? [
          {
            code: "KeyR",
            label: "پاسخ",
            act: () => {
              document.querySelector<HTMLElement>(`#${REPLY_ID}`)?.focus();
            },
          },
        ]
      : []),
  ];
}
