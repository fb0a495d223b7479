import { useState } from "react";
import { decodeFile, piecesOf } from "../../../../persian/text-file.ts";
import { useAskBeforeLeaving } from "../../../parts/use-ask-before-leaving.ts";
import { useSending } from "../../../parts/use-sending.ts";
import { useTyped } from "../../../parts/use-typed.ts";
import {
  type Draft,
  type Drafts,
  answeredOf,
  draftOf,
  draftsOf,
  strangersIn,
} from "../../../stores/desk/bank-answer.ts";
import {
  type BankFile,
  type FileRow,
  readAnswer,
  settleFile,
} from "../../../stores/desk/payout.ts";

/**
 * Holds the bank's answer about a file: its text, the rows that were read from it, and the dialog
 * that books them.
 */
export function useBankAnswer(file: BankFile, rows: readonly FileRow[]) {
  const [text, setText] = useTyped<string>(`answer:${file.id}`, "");
  const [drafts, setDrafts] = useTyped<Drafts>(`rows:${file.id}`, {});
  const [strangers, setStrangers] = useState<readonly string[]>([]);
  const [isConfirming, setIsConfirming] = useState(false);
  const reading = useSending();
  const settling = useSending();
  const open = rows.filter(({ state }) => state === "sent");
  const answered = answeredOf(open, drafts);
  useAskBeforeLeaving(() => answered.length > 0 && !settling.isSending);
  const read = async () => {
    const outcome = await readAnswer(file.id, text);
    if (!outcome.ok) return outcome;
    setDrafts({ ...drafts, ...draftsOf(outcome.value.lines) });
    setStrangers(strangersIn(outcome.value.lines));
    return "";
  };
  const settle = async () => {
    const outcome = await settleFile(file.id, answered);
    if (!outcome.ok) return outcome;
    setIsConfirming(false);
    // A refused row keeps what was typed, and shows the reason.
    const refused = outcome.value.rows.flatMap(({ withdrawalId: id, refusal }) =>
      refusal === null ? [] : [[id, { ...draftOf(drafts, id), why: refusal.message }] as const],
    );
    setDrafts(Object.fromEntries(refused));
    return "";
  };
  const paidIds = answered.flatMap((row) => (row.status === "paid" ? [row.withdrawalId] : []));
  return {
    text,
    setText,
    /** Replaces the text with the content of a file. */
    upload: async (chosen: File | undefined) => {
      const decoded = chosen && (await decodeFile(piecesOf(chosen)));
      reading.refuse(decoded && "trouble" in decoded ? { "": decoded.trouble } : {});
      if (decoded && "text" in decoded) setText(decoded.text);
    },
    readForm: reading.formOf(() => reading.send(read)),
    isReading: reading.isSending,
    unread: reading.problem,
    strangers,
    open: open.map((row) => ({ row, draft: draftOf(drafts, row.withdrawalId) })),
    change: (id: string, part: Partial<Draft>) => {
      setDrafts({ ...drafts, [id]: { ...draftOf(drafts, id), ...part } });
    },
    counts: {
      answered: answered.length,
      paid: paidIds.length,
      returned: answered.length - paidIds.length,
      unanswered: open.length - answered.length,
    },
    paidToman: open
      .filter(({ withdrawalId }) => paidIds.includes(withdrawalId))
      .reduce((sum, { amount }) => sum + amount, 0),
    confirm: () => {
      settling.refuse({});
      setIsConfirming(true);
    },
    /** The props of the dialog that books the answer. */
    dialog: {
      isOpen: isConfirming,
      isBusy: settling.isSending,
      problem: settling.problem,
      form: settling.formOf(() => settling.send(settle)),
      onClose: () => {
        setIsConfirming(false);
      },
    },
  };
}
