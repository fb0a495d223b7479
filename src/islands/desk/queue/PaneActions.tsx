import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { isUndoable, reject, verify } from "../../../stores/desk/queue-acts.ts";
import type { QueuePane } from "../../../stores/desk/queue-pane.ts";
import { keyOf } from "../../../stores/desk/queue.ts";
import { ActButtons } from "../KeyedActs.tsx";
import { AsideDialog } from "./AsideDialog.tsx";
import { CodesDialog } from "./CodesDialog.tsx";
import { labelsOf } from "./labels.ts";
import { MoneyDialog } from "./MoneyDialog.tsx";
import { ReasonDialog } from "./ReasonDialog.tsx";
import type { QueueRights } from "./rights.ts";
import { usePaneActs } from "./use-pane-acts.ts";

/** The decisions about the open thing, each by a button and a key. */
export function PaneActions({ pane, way }: { pane: QueuePane; way: QueueRights }) {
  const { reasons, decisions, problem, why, isAsked, isYes, close } = usePaneActs(pane, way);
  const { yes, no } = labelsOf(pane);
  const verb = isYes ? yes : (no ?? "");
  return (
    <footer className="pane-actions">
      {problem !== "" && <ErrorBox message={problem} />}
      <p role="status" className="pane-why">
        {why}
      </p>
      {reasons.length > 0 && (
        <div className="pane-reasons">
          <span>{`${no ?? ""} با یک کلید:`}</span>
          <ActButtons acts={reasons} />
        </div>
      )}
      <div className="pane-decide">
        <ActButtons acts={decisions} />
      </div>
      {isUndoable(pane) ? (
        <ReasonDialog
          isOpen={isAsked("yes", "no")}
          title={`${verb}: چرا؟`}
          about={keyOf(pane)}
          action={verb}
          isDanger={!isYes}
          reasons={isYes ? [] : pane.reasons}
          onSend={(reason) => {
            close();
            if (isYes) verify(pane, reason);
            else reject(pane, reason);
          }}
          onClose={close}
        />
      ) : (
        <MoneyDialog pane={pane} isOpen={isAsked("yes", "no")} isYes={isYes} onClose={close} />
      )}
      <AsideDialog pane={pane} isOpen={isAsked("aside")} onClose={close} />
      {pane.kind === "delivery" && (
        <CodesDialog pane={pane} isOpen={isAsked("codes")} onClose={close} />
      )}
    </footer>
  );
}
