import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import { CURRENCIES, CURRENCY_NAMES } from "../../../../persian/currency.ts";
import { formatNumber } from "../../../../persian/toman.ts";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { RowsSkeleton } from "../../../parts/Skeleton.tsx";
import { type ActResult, useSending } from "../../../parts/use-sending.ts";
import {
  $preview,
  $stale,
  type Preview,
  type PriceRow,
  beginToFollow,
  isChanging,
  loadPreview,
} from "../../../stores/desk/price.ts";
import { $rates, type Rate, loadRates, takeHeldRate } from "../../../stores/desk/rate.ts";
import { Plans } from "./Plans.tsx";
import { PriceTable } from "./PriceTable.tsx";
import { PublishBar } from "./PublishBar.tsx";
import { RateCard } from "./RateCard.tsx";
import { RateForm } from "./RateForm.tsx";

interface PricesProps {
  canDecide: boolean;
  isOwner: boolean;
}

/** The rates, the prices computed from them, and the bar that publishes these prices. */
export function Prices({ canDecide, isOwner }: PricesProps) {
  const rates = useStore($rates);
  const preview = useStore($preview);
  const stale = useStore($stale);
  const [editing, setEditing] = useState<Rate | null>(null);
  const { send, isSending, problem } = useSending();
  const act = (asked: () => Promise<ActResult>) => void send(asked);
  useEffect(() => {
    void loadRates();
    void loadPreview();
  }, []);
  const known = rates.state === "ready" ? rates.value.rates : [];
  return (
    <>
      {rates.state === "failed" && (
        <ErrorBox message={rates.message} onRetry={() => void loadRates()} />
      )}
      {problem !== "" && <ErrorBox message={problem} />}
      {rates.state === "loading" && <RowsSkeleton rows={1} />}
      {known.length > 0 && (
        <div className="rates">
          {known.map((rate, index) => (
            <RateCard
              key={rate.currency}
              rate={rate}
              isFirst={index === 0}
              onEdit={
                canDecide
                  ? () => {
                      setEditing(rate);
                    }
                  : null
              }
              isSending={isSending}
              onTake={(toman) => {
                act(async () => {
                  const outcome = await takeHeldRate(rate.currency, toman);
                  void loadPreview();
                  return outcome;
                });
              }}
            />
          ))}
        </div>
      )}
      <RateForm
        rate={editing}
        hasAddress={rates.state === "ready" && rates.value.hasAddress}
        isOwner={isOwner}
        onClose={() => setEditing(null)}
        onDone={() => {
          setEditing(null);
          void loadPreview();
        }}
      />
      {preview.state === "loading" && <RowsSkeleton rows={6} />}
      {preview.state === "failed" && (
        <ErrorBox message={preview.message} onRetry={() => void loadPreview()} />
      )}
      {preview.state === "ready" && stale !== "" && (
        <ErrorBox message={stale} onRetry={() => void loadPreview()} />
      )}
      {preview.state === "ready" && (
        <Table preview={preview.value} rates={known} {...{ canDecide, isSending, act }} />
      )}
    </>
  );
}

/**
 * The rows that are shown: those of a currency, those with a warning, or those with a fixed price.
 */
type Shown = PriceRow["currency"] | "look" | "fixed";

interface TableProps {
  preview: Preview;
  rates: readonly Rate[];
  canDecide: boolean;
  isSending: boolean;
  act: (asked: () => Promise<ActResult>) => void;
}

function Table({ preview, rates, canDecide, isSending, act }: TableProps) {
  const { rows } = preview;
  const [shown, setShown] = useState<Shown | null>(null);
  /** Ticks set or removed by hand. By default, changed prices without a warning are ticked. */
  const [ticked, setTicked] = useState<Readonly<Record<string, boolean>>>({});
  const isTicked = (row: PriceRow) =>
    isChanging(row) && (ticked[row.productId] ?? row.flags.length === 0);
  const kinds = kindsOf(rows);
  const kind = kinds.find(({ value }) => value === shown) ?? kinds[0];
  if (rows.length === 0) return <Beginning {...{ preview, rates, canDecide, isSending, act }} />;
  return (
    <>
      <section className="desk-card" aria-labelledby="prices">
        <header>
          <h2 id="prices">قیمت از روی نرخ</h2>
          <div className="segments" role="group" aria-label="کدام کالاها">
            {kinds.map(({ value, label, count }) => (
              <button
                key={value}
                type="button"
                aria-pressed={value === kind?.value}
                onClick={() => setShown(value)}
              >
                <span>{`${label} `}</span>
                <small>{formatNumber(count)}</small>
              </button>
            ))}
          </div>
          <p className="price-formula">
            قیمت تازه = ارزش کارت × نرخ × (۱ + حاشیهٔ هر کالا)، گرد به بالا
          </p>
        </header>
        <PriceTable
          rows={rows.filter((row) => kind?.holds(row) ?? true)}
          isTicked={isTicked}
          canDecide={canDecide}
          onTick={(id, value) => setTicked((before) => ({ ...before, [id]: value }))}
          isSending={isSending}
          act={act}
        />
      </section>
      <Plans plans={preview.plans} canDecide={canDecide} />
      <Beginning {...{ preview, rates, canDecide, isSending, act }} />
      {canDecide && (
        <PublishBar
          preview={preview}
          chosen={rows.filter(isTicked)}
          onDone={() => {
            setTicked({});
            void loadRates();
          }}
        />
      )}
    </>
  );
}

function kindsOf(rows: readonly PriceRow[]) {
  const kinds = [
    ...CURRENCIES.map((currency) => ({
      value: currency as Shown,
      label: CURRENCY_NAMES[currency],
      holds: (row: PriceRow) => row.currency === currency,
    })),
    {
      value: "look" as const,
      label: "نیازمند نگاه",
      holds: (row: PriceRow) => isChanging(row) && row.flags.length > 0,
    },
    { value: "fixed" as const, label: "قیمت ثابت", holds: (row: PriceRow) => row.isFixed },
  ];
  return kinds
    .map((kind) => ({ ...kind, count: rows.filter((row) => kind.holds(row)).length }))
    .filter(({ count }) => count > 0);
}

/** Offers to let products follow a rate from now on. */
function Beginning({ preview, rates, canDecide, isSending, act }: TableProps) {
  const { byHand, readable, rows } = preview;
  if (readable.length === 0 && rows.length > 0) return null;
  const isRateKnown = rates.some(({ toman }) => toman !== null);
  const worthMoney = readable.reduce((sum, { products }) => sum + products, 0);
  const text =
    rows.length === 0
      ? "هنوز هیچ قیمتی از روی نرخ نیست."
      : `قیمت ${formatNumber(byHand)} کالا دستی است؛ ارزش ${formatNumber(worthMoney)} تای آن‌ها پول خارجی است.`;
  return (
    <EmptyState
      text={text}
      next={
        !isRateKnown
          ? "نخست نرخ ارز را بنویسید."
          : "کالاهایی که ارزششان پول خارجی است، با همین قیمت امروز به نرخ بسته می‌شوند؛ حاشیهٔ هر یک از قیمت خودش درمی‌آید و چیزی عوض نمی‌شود."
      }
    >
      {canDecide &&
        readable.map(({ currency, products }) => (
          <button
            key={currency}
            type="button"
            className="button-quiet"
            disabled={isSending}
            onClick={() => act(() => beginToFollow(currency))}
          >
            {`${formatNumber(products)} کالای ${CURRENCY_NAMES[currency]} با نرخ بروند`}
          </button>
        ))}
    </EmptyState>
  );
}
