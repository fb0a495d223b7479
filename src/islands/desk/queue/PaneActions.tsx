import { useStore } from "@nanostores/react";
import { useState } from "react";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import {
  closeTicket,
  isPaper,
  reject,
  takeInHand,
  verify,
} from "../../../stores/desk/queue-acts.ts";
import { $otherHand, type QueuePane, loadPane } from "../../../stores/desk/queue-pane.ts";
import { $ticked } from "../../../stores/desk/sight.ts";
import { askAgain } from "../../../stores/desk/supply.ts";
import { keyOf, loadQueue } from "../../../stores/desk/queue.ts";
import { $typed } from "../../../stores/typed.ts";
import { Kbd } from "../Kbd.tsx";
import { useKeys } from "../keys.ts";
import { OWN_THING } from "../OwnThing.tsx";
import { AsideDialog } from "./AsideDialog.tsx";
import { CodesDialog } from "./CodesDialog.tsx";
import { MoneyDialog, reasonName } from "./MoneyDialog.tsx";
import { ReasonDialog } from "./ReasonDialog.tsx";
import type { QueueRights } from "./rights.ts";
import { labelsOf } from "./labels.ts";
import { keysOfPane } from "./pane-keys.ts";
import { focusOpenBox } from "./must-see.ts";
import { useHasSettled, useWhyNoYes } from "./use-whether.ts";

/** A decision that asks for more first. */
type Asked = "yes" | "no" | "aside" | "codes";

/** The decisions about the open thing, each by a button and a key. */
export function PaneActions({ pane, way }: { pane: QueuePane; way: QueueRights }) {
  const [asked, setAsked] = useState<Asked>("yes");
  // The last question stays while its dialog fades out.
  const [isAsking, setIsAsking] = useState(false);
  const [isUnticked, setIsUnticked] = useState(false);
  const { send, isSending: isTaking, problem } = useSending();
  const otherHand = useStore($otherHand);
  const isOthers = otherHand !== null && !pane.isInHand;
  const hasSettled = useHasSettled();
  // Said before anything is pressed: the shop would refuse it.
  const shut = pane.isOwn ? OWN_THING : pane.asked;
  const isShut = isTaking || isOthers || shut !== "";
  const whyNoYes = useWhyNoYes(pane);
  const ticked = useStore($ticked);
  const { yes, no } = labelsOf(pane);
  const ask = (kind: Asked, reason = "") => {
    setAsked(kind);
    if (reason !== "") $typed.setKey(reasonName(pane, "no"), reason);
    setIsAsking(true);
  };
  const sayYes = async () => {
    if (!hasSettled || isShut || whyNoYes !== "") return;
    if (pane.mustSee.some((item) => !ticked.has(item))) {
      focusOpenBox();
      setIsUnticked(true);
      return;
    }
    if (pane.kind === "ticket") closeTicket(pane);
    else if (pane.kind === "delivery") ask("codes");
    else if (isPaper(pane) && !pane.needsReason) verify(pane, "");
    else if (pane.kind === "withdrawal" && !pane.isInHand) {
      if (await send(() => takeInHand(pane, true))) ask("yes");
    } else ask("yes");
  };
  const askSupplier = async (ref: string) => {
    if (!hasSettled || isShut) return;
    await send(async () => {
      const refused = await askAgain(ref);
      await Promise.all([loadQueue(), loadPane(pane)]);
      return refused;
    });
  };
  const sayNo = (reason = "") => {
    if (!hasSettled || isShut) return;
    if (isPaper(pane) && reason !== "") reject(pane, reason);
    else ask("no", reason);
  };
  const setAside = () => {
    if (hasSettled && !isShut) ask("aside");
  };
  useKeys("این کار", keysOfPane(pane, { yes, no, way, sayYes, sayNo, setAside, askSupplier }));

  const close = () => {
    setIsAsking(false);
  };
  const why = isOthers
    ? `${otherHand} این کار را در دست دارد؛ تا رها نشود تصمیم از آن اوست.`
    : shut ||
      whyNoYes ||
      (isUnticked && pane.mustSee.some((item) => !ticked.has(item))
        ? "نخست هر چه را باید ببینید ببینید و نشان بزنید."
        : "");
  // A press meant for the thing before must not fall on this one: for a moment nothing is pressed.
  const state = { disabled: isShut, "aria-disabled": !hasSettled || isShut };
  return (
    <footer className="pane-actions">
      {problem !== "" && <ErrorBox message={problem} />}
      <p role="status" className="pane-why">
        {why}
      </p>
      {pane.reasons.length > 0 && (
        <div className="pane-reasons">
          <span>{`${no ?? ""} با یک کلید:`}</span>
          {pane.reasons.map((reason, at) => (
            <button
              key={reason}
              type="button"
              className="button-quiet button-small"
              {...state}
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
          {...state}
          disabled={isShut || whyNoYes !== ""}
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
            {...state}
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
            {...state}
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
              void send(() => takeInHand(pane, false));
            }}
          >
            واریز نمی‌کنم
          </button>
        )}
        <button type="button" className="link pane-aside" {...state} onClick={setAside}>
          کنار بگذار <Kbd code="KeyS" />
        </button>
      </div>
      {isPaper(pane) ? (
        <ReasonDialog
          isOpen={isAsking && (asked === "no" || asked === "yes")}
          title={asked === "yes" ? `${yes}: چرا؟` : `${no}: چرا؟`}
          about={keyOf(pane)}
          action={asked === "yes" ? yes : (no ?? "")}
          isDanger={asked === "no"}
          reasons={asked === "yes" ? [] : pane.reasons}
          onSend={(reason) => {
            close();
            if (asked === "yes") verify(pane, reason);
            else reject(pane, reason);
          }}
          onClose={close}
        />
      ) : (
        <MoneyDialog
          pane={pane}
          isOpen={isAsking && (asked === "yes" || asked === "no")}
          isYes={asked !== "no"}
          onClose={close}
        />
      )}
      <AsideDialog pane={pane} isOpen={isAsking && asked === "aside"} onClose={close} />
      {pane.kind === "delivery" && (
        <CodesDialog pane={pane} isOpen={isAsking && asked === "codes"} onClose={close} />
      )}
    </footer>
  );
}
