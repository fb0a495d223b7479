import { useStore } from "@nanostores/react";
import { FileText } from "lucide-react";
import { useEffect, useState } from "react";
import { formatComing } from "../../../../persian/dates.ts";
import { formatNumber, formatToman } from "../../../../persian/toman.ts";
import { DataTable, type Column } from "../../../parts/DataTable.tsx";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { RelativeDate } from "../../../parts/RelativeDate.tsx";
import { StatusBadge } from "../../../parts/StatusBadge.tsx";
import { Toman } from "../../../parts/Toman.tsx";
import {
  $nextCycleAt,
  $waiting,
  type Waiting,
  loadFiles,
  loadWaiting,
} from "../../../stores/desk/payout.ts";
import { Kbd } from "../Kbd.tsx";
import { useKeys } from "../keys.ts";
import { ListState } from "../ListState.tsx";
import { Masked } from "../Masked.tsx";
import { PersonLink } from "../PersonLink.tsx";
import { Files } from "./Files.tsx";
import { MakeFile } from "./MakeFile.tsx";
import { useTabKeys } from "./tabs.ts";
import { useNow } from "../../../parts/use-now.ts";

interface WithdrawalsProps {
  /** The operator's name: what others have in hand cannot be ticked. */
  me: string;
  canPay: boolean;
}

/** Withdrawals that wait, to be ticked into a bank file, and the files that were made. */
export function Withdrawals({ me, canPay }: WithdrawalsProps) {
  const waiting = useStore($waiting);
  const cycleAt = useStore($nextCycleAt);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [isMaking, setIsMaking] = useState(false);
  const now = useNow();
  useEffect(() => void Promise.all([loadWaiting(), loadFiles()]), []);
  const free = waiting.rows.filter((row) => whyNot(row, me) === "");
  const chosen = free.filter(({ id }) => ticked.has(id));
  const total = chosen.reduce((sum, { amount }) => sum + amount, 0);
  const make = () => {
    if (chosen.length > 0) setIsMaking(true);
  };
  useTabKeys();
  useKeys(
    "برداشت‌ها",
    canPay
      ? [
          { code: "Space", label: "انتخاب برداشت", act: tickFocused },
          { code: "KeyF", label: "ساخت پروندهٔ بانکی", act: make },
        ]
      : [],
  );
  const tick = (ids: readonly string[], isTicked: boolean) => {
    const next = new Set(ticked);
    for (const id of ids)
      if (isTicked) next.add(id);
      else next.delete(id);
    setTicked(next);
  };
  const columns: readonly Column<Waiting>[] = [
    ...(canPay
      ? [
          {
            title: "انتخاب",
            cell: (row: Waiting) => {
              const why = whyNot(row, me);
              return why === "" ? (
                <input
                  type="checkbox"
                  className="tick"
                  aria-label={`برداشت ${formatToman(row.amount)}`}
                  checked={ticked.has(row.id)}
                  onChange={(event) => {
                    tick([row.id], event.target.checked);
                  }}
                />
              ) : (
                <StatusBadge tone="plain">{why}</StatusBadge>
              );
            },
          },
        ]
      : []),
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
              columns={columns}
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
            <button type="button" className="button" onClick={make}>
              <FileText size={16} aria-hidden="true" />
              ساخت پروندهٔ بانکی
              <Kbd code="KeyF" />
            </button>
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

/** Ticks the withdrawal that has the focus, else goes to the first that can be ticked. */
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

/** Why a withdrawal cannot be ticked, or empty. */
function whyNot({ payoutId, inHandOf, dueAt, cardMasked }: Waiting, me: string): string {
  if (payoutId !== null) return "در پروندهٔ بانکی";
  if (inHandOf !== null && inHandOf !== me) return `در دست ${inHandOf}`;
  if (dueAt !== null) return "هنوز سر وقت نیست";
  return cardMasked === "" ? "کارت ناخوانا" : "";
}
