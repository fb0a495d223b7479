import { useStore } from "@nanostores/react";
import { FileText } from "lucide-react";
import { useEffect, useState } from "react";
import { formatComing } from "../../../../persian/dates.ts";
import { formatNumber, formatToman } from "../../../../persian/toman.ts";
import { type Column, DataTable } from "../../../parts/DataTable.tsx";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { RelativeDate } from "../../../parts/RelativeDate.tsx";
import { StatusBadge } from "../../../parts/StatusBadge.tsx";
import { Toman } from "../../../parts/Toman.tsx";
import { useNow } from "../../../parts/use-now.ts";
import {
  $nextCycleAt,
  $waiting,
  type Waiting,
  loadFiles,
  loadWaiting,
} from "../../../stores/desk/payout.ts";
import { ActButton, type KeyedAct } from "../KeyedActs.tsx";
import { useKeys } from "../keys.ts";
import { ListState } from "../ListState.tsx";
import { Masked } from "../Masked.tsx";
import { PersonLink } from "../PersonLink.tsx";
import { useTicked } from "../use-ticked.tsx";
import { Files } from "./Files.tsx";
import { MakeFile } from "./MakeFile.tsx";
import { useTabKeys } from "./tabs.ts";

const columns: readonly Column<Waiting>[] = [
  { title: "شخص", cell: ({ person }) => <PersonLink person={person} /> },
  { title: "مبلغ", cell: ({ amount }) => <Toman amount={amount} className="font-bold" /> },
  {
    title: "مقصد",
    cell: ({ iban, cardMasked, cardBank }) => (
      <span className="cell-lines">
        <Masked number={iban === "" ? cardMasked : iban} />
        <small className="text-muted">{iban === "" ? `کارت ${cardBank}` : "شبا"}</small>
      </span>
    ),
  },
  { title: "به نام", cell: ({ cardOwner }) => cardOwner },
  {
    title: "درخواست",
    cell: ({ createdAt, bankWords }) => (
      <span className="cell-lines">
        <RelativeDate at={createdAt} isShort />
        {bankWords !== null && (
          <small className="text-anar" title={bankWords}>
            {`برگشت از بانک: ${bankWords}`}
          </small>
        )}
      </span>
    ),
  },
];

interface WithdrawalsProps {
  /** The operator's name. Withdrawals that other operators have in hand cannot be ticked. */
  me: string;
  canPay: boolean;
}

/** Withdrawals that wait, to be ticked into a bank file, and the files that were made. */
export function Withdrawals({ me, canPay }: WithdrawalsProps) {
  const waiting = useStore($waiting);
  const cycleAt = useStore($nextCycleAt);
  const { ticked, tick, boxOf } = useTicked();
  const [isMaking, setIsMaking] = useState(false);
  const now = useNow();
  useEffect(() => void Promise.all([loadWaiting(), loadFiles()]), []);
  const free = waiting.rows.filter((row) => whyNot(row, me) === "");
  const chosen = free.filter(({ id }) => ticked.has(id));
  const total = chosen.reduce((sum, { amount }) => sum + amount, 0);
  const make: KeyedAct = {
    code: "KeyF",
    label: "ساخت پروندهٔ بانکی",
    look: "button",
    icon: FileText,
    act: () => {
      if (chosen.length > 0) setIsMaking(true);
    },
  };
  useTabKeys();
  useKeys(
    "برداشت‌ها",
    canPay ? [{ code: "Space", label: "انتخاب برداشت", act: tickFocused }, make] : [],
  );
  const tickColumn: Column<Waiting> = {
    title: "انتخاب",
    cell: (row) => {
      const why = whyNot(row, me);
      return why === "" ? (
        boxOf(row.id, `برداشت ${formatToman(row.amount)}`)
      ) : (
        <StatusBadge tone="plain">{why}</StatusBadge>
      );
    },
  };
  return (
    <>
      <section className="desk-card" aria-labelledby="waiting">
        <header>
          <h2 id="waiting">در انتظار پرداخت</h2>
          {cycleAt !== null && (
            <p className="text-xs text-muted">{`چرخهٔ بعدی پایا: ${formatComing(cycleAt, now)}`}</p>
          )}
          {canPay && free.length > 0 && (
            <button
              type="button"
              className="button-quiet button-small"
              onClick={() => {
                tick(
                  free.map(({ id }) => id),
                  chosen.length < free.length,
                );
              }}
            >
              {chosen.length < free.length ? "همهٔ آزادها" : "هیچ‌کدام"}
            </button>
          )}
        </header>
        <div className="desk-list">
          <ListState
            pages={waiting}
            load={loadWaiting}
            empty={
              <EmptyState
                text="برداشتی در انتظار نیست."
                next="درخواست‌های تازه همین‌جا می‌آیند؛ پیش از هر چرخهٔ پایا با هم یک پرونده می‌شوند."
              />
            }
          >
            <DataTable
              caption="فهرست برداشت‌های در انتظار"
              columns={canPay ? [tickColumn, ...columns] : columns}
              rows={waiting.rows}
              rowKey={({ id }) => id}
            />
          </ListState>
        </div>
        {chosen.length > 0 && (
          <div className="pick-bar" role="status">
            <span>
              <b>{`${formatNumber(chosen.length)} برداشت`}</b>
              <span>{`، روی هم ${formatToman(total)}`}</span>
            </span>
            <ActButton {...make} />
          </div>
        )}
      </section>
      <Files />
      <MakeFile
        isOpen={isMaking}
        rows={chosen}
        onClose={() => {
          setIsMaking(false);
        }}
      />
    </>
  );
}

/** Ticks the withdrawal that has the focus, else the first one that can be ticked. */
function tickFocused(): void {
  const [first] = document.querySelectorAll<HTMLInputElement>("input.tick");
  const { activeElement } = document;
  const one =
    activeElement instanceof HTMLInputElement && activeElement.matches("input.tick")
      ? activeElement
      : first;
  one?.focus();
  one?.click();
}

/** Returns why a withdrawal cannot be ticked; empty when it can. */
function whyNot({ payoutId, inHandOf, dueAt, cardMasked }: Waiting, me: string): string {
  if (payoutId !== null) return "در پروندهٔ بانکی";
  if (inHandOf !== null && inHandOf !== me) return `در دست ${inHandOf}`;
  if (dueAt !== null) return "هنوز سر وقت نیست";
  return cardMasked === "" ? "کارت ناخوانا" : "";
}
