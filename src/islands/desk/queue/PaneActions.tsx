import { useStore } from "@nanostores/react";
import { useState } from "react";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import {
  closeTicket,
  isPaper,
  reject,
  takeInHand,
  verify,
} from "../../../stores/desk/queue-acts.ts";
import {
  $picture,
  type QueuePane,
  closePicture,
  loadPane,
  openPicture,
} from "../../../stores/desk/queue-pane.ts";
import { askAgain } from "../../../stores/desk/supply.ts";
import { loadQueue } from "../../../stores/desk/queue.ts";
import { Kbd } from "../Kbd.tsx";
import { useKeys } from "../keys.ts";
import type { DeskKey } from "../../../stores/desk/keys.ts";
import { AsideDialog } from "./AsideDialog.tsx";
import { CodesDialog } from "./CodesDialog.tsx";
import { MoneyDialog } from "./MoneyDialog.tsx";
import { ReasonDialog } from "./ReasonDialog.tsx";
import { REPLY_ID } from "./Talk.tsx";
import type { Way } from "./Today.tsx";
import { labelsOf } from "./labels.ts";

/** A decision that asks for more first. `reason` was chosen by its number. */
type Asked = { kind: "yes" | "no" | "aside" | "codes"; reason: string };

/** The decisions about the open thing, each by a button and a key. */
export function PaneActions({ pane, way }: { pane: QueuePane; way: Way }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isTaking, setIsTaking] = useState(false);
  const [problem, setProblem] = useState("");
  const picture = useStore($picture);
  const { yes, no } = labelsOf(pane);
  const ask = (kind: Asked["kind"], reason = "") => {
    setAsked({ kind, reason });
  };
  const sayYes = async () => {
    if (pane.kind === "ticket") closeTicket(pane);
    else if (pane.kind === "delivery") ask("codes");
    else if (isPaper(pane) && !pane.needsReason) verify(pane, "");
    else if (pane.kind === "withdrawal" && !pane.isInHand) {
      setIsTaking(true);
      const refused = await takeInHand(pane, true);
      setIsTaking(false);
      setProblem(refused);
      if (refused === "") ask("yes");
    } else ask("yes");
  };
  const askSupplier = async (ref: string) => {
    setIsTaking(true);
    setProblem(await askAgain(ref));
    await Promise.all([loadQueue(), loadPane(pane)]);
    setIsTaking(false);
  };
  const sayNo = (reason = "") => {
    if (isPaper(pane) && reason !== "") reject(pane, reason);
    else ask("no", reason);
  };
  useKeys("این کار", keysOf());

  function keysOf(): DeskKey[] {
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
                if (picture.kind === "open") closePicture();
                else void openPicture(uploadId);
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
      {
        code: "KeyS",
        label: "کنار بگذار",
        act: () => {
          ask("aside");
        },
      },
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
  const close = () => {
    setAsked(null);
  };
  return (
    <footer className="pane-actions">
      {problem !== "" && <ErrorBox message={problem} />}
      {pane.reasons.length > 0 && (
        <div className="pane-reasons">
          <span>{`${no ?? ""} با یک کلید:`}</span>
          {pane.reasons.map((reason, at) => (
            <button
              key={reason}
              type="button"
              className="button-quiet button-small"
              onClick={() => {
                sayNo(reason);
              }}
            >
              <Kbd code={`Digit${String(at + 1)}`} />
              <span>{` ${reason}`}</span>
            </button>
          ))}
        </div>
      )}
      <div className="pane-decide">
        <button
          type="button"
          className={`${pane.kind === "ticket" ? "button-quiet" : "button"} button-decide`}
          disabled={isTaking}
          aria-busy={isTaking}
          onClick={() => void sayYes()}
        >
          <span>{`${yes} `}</span>
          <Kbd code={pane.kind === "delivery" ? "KeyD" : "KeyY"} />
        </button>
        {no !== null && (
          <button
            type="button"
            className="button-danger button-decide"
            onClick={() => {
              sayNo();
            }}
          >
            <span>{`${no}… `}</span>
            <Kbd code="KeyN" />
          </button>
        )}
        {pane.supplyRef !== null && (
          <button
            type="button"
            className="button-quiet button-decide"
            disabled={isTaking}
            onClick={() => void askSupplier(pane.supplyRef ?? "")}
          >
            دوباره از تأمین‌کننده بپرس <Kbd code="KeyA" />
          </button>
        )}
        {pane.isInHand && (
          <button
            type="button"
            className="button-quiet button-decide"
            onClick={() => {
              void takeInHand(pane, false).then(setProblem);
            }}
          >
            واریز نمی‌کنم
          </button>
        )}
        <button
          type="button"
          className="link pane-aside"
          onClick={() => {
            ask("aside");
          }}
        >
          کنار بگذار <Kbd code="KeyS" />
        </button>
      </div>
      {isPaper(pane) ? (
        <ReasonDialog
          isOpen={asked?.kind === "no" || asked?.kind === "yes"}
          title={asked?.kind === "yes" ? `${yes}: چرا؟` : `${no}: چرا؟`}
          action={asked?.kind === "yes" ? yes : (no ?? "")}
          isDanger={asked?.kind === "no"}
          reasons={asked?.kind === "yes" ? [] : pane.reasons}
          onSend={(reason) => {
            close();
            if (asked?.kind === "yes") verify(pane, reason);
            else reject(pane, reason);
          }}
          onClose={close}
        />
      ) : (
        <MoneyDialog
          pane={pane}
          isOpen={asked?.kind === "yes" || asked?.kind === "no"}
          isYes={asked?.kind !== "no"}
          reason={asked?.reason ?? ""}
          onClose={close}
        />
      )}
      <AsideDialog pane={pane} isOpen={asked?.kind === "aside"} onClose={close} />
      {pane.kind === "delivery" && (
        <CodesDialog pane={pane} isOpen={asked?.kind === "codes"} onClose={close} />
      )}
    </footer>
  );
}
