import { Modal } from "../../../parts/Modal.tsx";
import { deliverCodes } from "../../../stores/desk/queue-acts.ts";
import type { QueuePane } from "../../../stores/desk/queue-pane.ts";
import { keyOf } from "../../../stores/desk/queue.ts";
import { HandCodes } from "../HandCodes.tsx";

interface CodesDialogProps {
  pane: QueuePane;
  isOpen: boolean;
  onClose: () => void;
}

/** The dialog that delivers codes by hand, which cannot be undone. */
export function CodesDialog({ pane, isOpen, onClose }: CodesDialogProps) {
  return (
    <Modal isOpen={isOpen} title={`تحویل به ${pane.name}`} about={keyOf(pane)} onClose={onClose}>
      <HandCodes
        buyer={pane.name}
        goods={pane.summary}
        consequence={pane.consequence}
        count={pane.quantity}
        deliver={(codes, isSure) => deliverCodes(pane, codes, isSure)}
        onDone={onClose}
      />
    </Modal>
  );
}
