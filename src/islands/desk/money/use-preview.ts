import { useEffect, useState } from "react";
import { useSending } from "../../../parts/use-sending.ts";
import { loadedOf } from "../../../stores/call.ts";
import type { Loaded } from "../../../stores/loaded.ts";
import {
  type BankFile,
  type Preview,
  type Waiting,
  makeFile,
  previewFile,
} from "../../../stores/desk/payout.ts";

export type Format = BankFile["format"];

/**
 * Loads the rows that a bank file in the chosen format would contain, while the dialog is open, and
 * makes the file.
 */
export function usePreview(isOpen: boolean, rows: readonly Waiting[]) {
  const [chosen, setChosen] = useState<Format | null>(null);
  // The default format is one that has rows: a paya file needs an IBAN for each row.
  const format = chosen ?? (rows.some(({ iban }) => iban !== "") ? "paya" : "card_list");
  const [loaded, setLoaded] = useState<Loaded<Preview>>({ state: "loading" });
  const { formOf, send, isSending, problem } = useSending();
  const ids = rows.map(({ id }) => id).join(" ");
  useEffect(() => {
    if (!isOpen) return;
    let isLate = false;
    void previewFile({ withdrawalIds: ids.split(" "), format }).then((outcome) => {
      if (isLate) return;
      setLoaded(loadedOf(outcome));
    });
    return () => {
      isLate = true;
    };
  }, [isOpen, ids, format]);
  const preview = loaded.state === "ready" ? loaded.value : null;
  const ready = preview?.rows.filter(({ refusal }) => refusal === null) ?? [];
  const make = async () => {
    const withdrawalIds = ready.map(({ withdrawalId }) => withdrawalId);
    const outcome = await makeFile({ withdrawalIds, format });
    if (outcome.ok) location.assign(`/desk/money?tab=withdrawals&file=${outcome.value.payout.id}`);
    return outcome;
  };
  return {
    format,
    choose: (value: Format) => {
      setLoaded({ state: "loading" });
      setChosen(value);
    },
    loaded,
    preview,
    ready,
    refused: preview?.rows.filter(({ refusal }) => refusal !== null) ?? [],
    isSending,
    problem,
    form: formOf(() => ready.length > 0 && send(make, { leavesPage: true })),
  };
}
