import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import { formatDate } from "../../../../persian/dates.ts";
import { type Column, DataTable } from "../../../parts/DataTable.tsx";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { Toman } from "../../../parts/Toman.tsx";
import { $debts, type Debt, type DebtKind, loadDebts } from "../../../stores/desk/debt.ts";
import { ListState } from "../ListState.tsx";
import { OrderLink } from "../OrderLink.tsx";
import { PersonLink } from "../PersonLink.tsx";
import { useTabKeys } from "./tabs.ts";

const WORDS: Record<DebtKind, { title: string; empty: string }> = {
  wallet: { title: "کیف پول‌ها", empty: "در هیچ کیف پولی پولی نیست." },
  earning: { title: "پاداش و معرفی نرسیده", empty: "درآمدی در راه نیست." },
};

const person: Column<Debt> = { title: "شخص", cell: (debt) => <PersonLink person={debt.person} /> };
const amount: Column<Debt> = {
  title: "مبلغ",
  cell: (debt) => <Toman amount={debt.amount} className="font-semibold" />,
};
const ofIncome: readonly Column<Debt>[] = [
  {
    title: "سفارش",
    cell: ({ orderId, orderNumber }) => <OrderLink {...{ orderId, orderNumber }} />,
  },
  { title: "پرداخت", cell: ({ dueAt }) => (dueAt === null ? "—" : formatDate(dueAt)) },
];

/**
 * The rows that make up a debt on the figures page: each wallet with money, or each income that is
 * held.
 */
export function Debts({ kind }: { kind: DebtKind }) {
  const debts = useStore($debts);
  useEffect(() => void loadDebts(kind), [kind]);
  useTabKeys();
  const { title, empty } = WORDS[kind];
  return (
    <section className="desk-card" aria-labelledby="debts">
      <header>
        <h2 id="debts">{title}</h2>
        <a className="button-quiet button-small" href="/desk/figures">
          برگشت به آمار
        </a>
      </header>
      <div className="desk-list">
        <ListState
          pages={debts}
          load={(isMore) => loadDebts(kind, isMore)}
          empty={<EmptyState text={empty} />}
        >
          <DataTable
            caption={`فهرست ${title}`}
            columns={[person, amount, ...(kind === "earning" ? ofIncome : [])]}
            rows={debts.rows}
            rowKey={({ id }) => id}
          />
        </ListState>
      </div>
    </section>
  );
}
