import { Modal } from "../../../parts/Modal.tsx";
import { deliverCodes } from "../../../stores/desk/queue-acts.ts";
import { $drafts, type QueuePane } from "../../../stores/desk/queue-pane.ts";
import { keyOf } from "../../../stores/desk/queue.ts";
import { HandCodes } from "../HandCodes.tsx";

interface CodesDialogProps {
  pane: QueuePane;
  isOpen: boolean;
  onClose: () => void;
}

/** Codes that were typed are kept while others are read: a line for each. */
const SEPARATOR = "\n";

/** The codes of a delivery by hand. It cannot be undone. */
export function CodesDialog({ pane, isOpen, onClose }: CodesDialogProps) {
  const key = keyOf(pane);
  const kept = $drafts.get()[key]?.split(SEPARATOR) ?? [];
  return (
    <Modal isOpen={isOpen} title={`تحویل به ${pane.name}`} onClose={onClose}>
      <HandCodes
        buyer={pane.name}
        goods={pane.summary}
        consequence={pane.consequence}
        start={Array.from({ length: pane.quantity }, (_, at) => kept[at] ?? "")}
        onChange={(codes) => {
          $drafts.setKey(key, codes.join(SEPARATOR));
        }}
        deliver={(codes, isSure) => deliverCodes(pane, codes, isSure)}
        onDone={onClose}
      />
    </Modal>
  );
}
