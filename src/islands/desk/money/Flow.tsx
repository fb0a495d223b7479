import { useStore } from "@nanostores/react";
import { X } from "lucide-react";
import { useEffect } from "react";
import { toPersianDigits } from "../../../../persian/digits.ts";
import { GATEWAY_NAMES } from "../../../../persian/gateway.ts";
import { type Column, DataTable } from "../../../parts/DataTable.tsx";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { RelativeDate } from "../../../parts/RelativeDate.tsx";
import { StatusBadge, type Tone } from "../../../parts/StatusBadge.tsx";
import { Toman } from "../../../parts/Toman.tsx";
import {
  $movements,
  $movementFilter,
  type Movement,
  type MovementFilter,
  loadMovements,
} from "../../../stores/desk/flow.ts";
import { ListState } from "../ListState.tsx";
import { OrderLink } from "../OrderLink.tsx";
import { PersonLink } from "../PersonLink.tsx";
import { useTabKeys } from "./tabs.ts";

const KINDS: Record<Movement["kind"], string> = {
  payment: "پرداخت سفارش",
  topup: "افزایش کیف پول",
  refund: "بازپرداخت",
  withdrawal: "برداشت",
};

/** The words for each state of payments, refunds and withdrawals. */
const STATES: Record<string, readonly [Tone, string] | undefined> = {
  initiating: ["plain", "در راه درگاه"],
  pending: ["waiting", "در انتظار"],
  failed: ["plain", "پرداخت نشد"],
  expired: ["plain", "بی‌سرانجام"],
  paid: ["good", "پرداخت شد"],
  credited: ["good", "به کیف پول رفت"],
  review: ["bad", "نیاز به بررسی"],
  done: ["good", "انجام شد"],
  due: ["waiting", "در نوبت"],
  asking: ["waiting", "از درگاه پرسیده می‌شود"],
  sent: ["waiting", "درگاه پذیرفت"],
  fallen_back: ["good", "به کیف پول رفت"],
  rejected: ["plain", "رد شد"],
  taken_back: ["plain", "پس گرفته شد"],
};

const columns: readonly Column<Movement>[] = [
  { title: "زمان", cell: ({ createdAt }) => <RelativeDate at={createdAt} isShort /> },
  { title: "چه", cell: ({ kind }) => KINDS[kind] },
  { title: "شخص", cell: ({ person }) => <PersonLink person={person} /> },
  {
    title: "مبلغ",
    cell: ({ kind, amount }) => (
      <span className={kind === "refund" || kind === "withdrawal" ? "money-out" : ""}>
        <Toman amount={amount} className="font-semibold" />
      </span>
    ),
  },
  {
    title: "سفارش",
    cell: ({ orderId, orderNumber }) => <OrderLink {...{ orderId, orderNumber }} />,
  },
  {
    title: "شمارهٔ پیگیری",
    cell: ({ reference, gateway }) => (
      <span className="cell-lines">
        <bdi dir="ltr" translate="no" className="code-text text-xs">
          {reference ?? ""}
        </bdi>
        {gateway !== null && <small className="text-muted">{GATEWAY_NAMES[gateway]}</small>}
      </span>
    ),
  },
  {
    title: "وضعیت",
    cell: ({ state }) => {
      const [tone, word] = STATES[state] ?? ["plain", state];
      return <StatusBadge tone={tone}>{word}</StatusBadge>;
    },
  },
];

const FILTERS: readonly (readonly [MovementFilter["kind"], string])[] = [
  [undefined, "همه"],
  ["payment", "پرداخت‌ها"],
  ["refund", "بازپرداخت‌ها"],
  ["withdrawal", "برداشت‌ها"],
];

const addressOf = (requested: MovementFilter) =>
  `/desk/money?${new URLSearchParams({ tab: "flow", ...requested }).toString()}`;

/** Every payment, refund and withdrawal in one list, or only those of the given days. */
export function Flow({ requested }: { requested: MovementFilter }) {
  const movements = useStore($movements);
  const { kind, from, to } = requested;
  useEffect(() => {
    $movementFilter.set({ ...(kind && { kind }), ...(from && { from }), ...(to && { to }) });
    void loadMovements();
  }, [kind, from, to]);
  const { kind: _, ...days } = requested;
  const shown = [...new Set([from, to])].filter((day) => day !== undefined);
  useTabKeys();
  return (
    <section className="desk-card" aria-labelledby="flow">
      <header>
        <h2 id="flow">جریان پول</h2>
        <nav className="chips" aria-label="کدام؟">
          {FILTERS.map(([value, label]) => (
            <a
              key={label}
              href={addressOf(value === undefined ? days : { ...days, kind: value })}
              aria-current={kind === value ? "true" : undefined}
            >
              {label}
            </a>
          ))}
          {shown.length > 0 && (
            <a href={addressOf(kind === undefined ? {} : { kind })} className="chip-days">
              <span>
                {shown.map((day) => toPersianDigits(day.replaceAll("-", "/"))).join(" تا ")}
              </span>
              <X size={14} aria-hidden="true" />
              <span className="sr-only">همهٔ روزها</span>
            </a>
          )}
        </nav>
      </header>
      <div className="desk-list">
        <ListState
          pages={movements}
          load={loadMovements}
          empty={
            <EmptyState
              text={
                shown.length > 0
                  ? "در این روزها چنین پولی جابه‌جا نشده است."
                  : "هنوز پولی جابه‌جا نشده است."
              }
              next="هر پرداخت، بازپرداخت و برداشت همین‌جا می‌آید، تازه‌ترین در بالا."
            />
          }
        >
          <DataTable
            caption="فهرست جریان پول"
            columns={columns}
            rows={movements.rows}
            rowKey={({ kind: of, id }) => `${of}-${id}`}
          />
        </ListState>
      </div>
    </section>
  );
}
