import { useStore } from "@nanostores/react";
import { PackageSearch, Plus, Truck } from "lucide-react";
import { useEffect, useState } from "react";
import { currencyWord, foreignMoney } from "../../../../persian/currency.ts";
import { formatToman } from "../../../../persian/toman.ts";
import { DataTable } from "../../../parts/DataTable.tsx";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { RelativeDate } from "../../../parts/RelativeDate.tsx";
import { StatusBadge } from "../../../parts/StatusBadge.tsx";
import { Toman } from "../../../parts/Toman.tsx";
import {
  $supplierOrders,
  $supply,
  type ProductSupply,
  type Supplier,
  askAgain,
  loadSupplierOrders,
  loadSupply,
} from "../../../stores/desk/supply.ts";
import { notify } from "../../../stores/notice.ts";
import { KeyHint } from "../KeyHint.tsx";
import { useKeys } from "../keys.ts";
import { ListState } from "../ListState.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { Section } from "../settings/Section.tsx";
import { RuleForm } from "./RuleForm.tsx";
import { SupplierForm } from "./SupplierForm.tsx";
import { orderColumns, productColumns } from "./columns.tsx";
import { SUPPLIER_NAMES } from "./words.ts";

/** Accounts at suppliers, the products that suppliers deliver, and orders under way. */
export function Suppliers({ canDecide, canAsk }: { canDecide: boolean; canAsk: boolean }) {
  const supply = useStore($supply);
  const [supplier, setSupplier] = useState<Supplier | null>(null);
  const [rule, setRule] = useState<{ isOpen: boolean; rule: ProductSupply | null }>({
    isOpen: false,
    rule: null,
  });
  useEffect(() => {
    void loadSupply();
    void loadSupplierOrders();
  }, []);
  const openRule = (one: ProductSupply | null) => setRule({ isOpen: true, rule: one });
  const beginRule = () => openRule(null);
  useKeys("تأمین", [canDecide && { code: "KeyN", label: "تأمین یک محصول", act: beginRule }]);
  return (
    <>
      <Section title="حساب نزد تأمین‌کننده" loaded={supply} onRetry={() => void loadSupply()}>
        {({ suppliers }) => (
          <div className="supplier-cards">
            {suppliers.map((one) => (
              <Account
                key={one.name}
                supplier={one}
                onChange={canDecide ? () => setSupplier(one) : null}
              />
            ))}
          </div>
        )}
      </Section>
      <Section
        title="محصول‌ها"
        loaded={supply}
        onRetry={() => void loadSupply()}
        action={
          canDecide && (
            <button type="button" className="button button-small" onClick={beginRule}>
              <Plus size={16} aria-hidden="true" />
              تأمین یک محصول <KeyHint code="KeyN" />
            </button>
          )
        }
      >
        {({ products }) =>
          products.length === 0 ? (
            <EmptyState
              text="همهٔ محصول‌ها از قفسه فروخته می‌شوند."
              icon={<PackageSearch size={28} aria-hidden="true" />}
            />
          ) : (
            <DataTable
              caption="محصول‌هایی که تأمین‌کننده می‌آورد"
              columns={productColumns(canDecide ? openRule : null)}
              rows={products}
              rowKey={({ productId }) => productId}
            />
          )
        }
      </Section>
      <Orders canAsk={canAsk} />
      <SupplierForm supplier={supplier} onClose={() => setSupplier(null)} />
      <RuleForm {...rule} onClose={() => setRule((before) => ({ ...before, isOpen: false }))} />
    </>
  );
}

/** Orders under way at suppliers. */
function Orders({ canAsk }: { canAsk: boolean }) {
  const orders = useStore($supplierOrders);
  const { send, problem } = useSending();
  const again = async (ref: string) => {
    const refused = await askAgain(ref);
    if (refused === "") notify("success", "از تأمین‌کننده پرسیده شد.");
    await Promise.all([loadSupplierOrders(), loadSupply()]);
    return refused;
  };
  return (
    <section className="desk-card" aria-labelledby="supplier-orders">
      <header>
        <h2 id="supplier-orders">سفارش‌ها نزد تأمین‌کننده</h2>
      </header>
      <div className="desk-list">
        {problem !== "" && <ErrorBox message={problem} />}
        <ListState
          pages={orders}
          load={loadSupplierOrders}
          empty={
            <EmptyState
              text="هنوز چیزی سفارش داده نشده است."
              icon={<Truck size={28} aria-hidden="true" />}
            />
          }
        >
          <DataTable
            caption="فهرست سفارش‌ها نزد تأمین‌کننده"
            columns={orderColumns(canAsk ? (ref) => void send(() => again(ref)) : null)}
            rows={orders.rows}
            rowKey={({ ref }) => ref}
          />
        </ListState>
      </div>
    </section>
  );
}

function Account({ supplier, onChange }: { supplier: Supplier; onChange: (() => void) | null }) {
  const { currency, balance, balanceAt, rate, ceilingDay } = supplier;
  return (
    <article className="supplier-card">
      <div className="supplier-head">
        <h3 lang="en" dir="ltr" translate="no">
          {SUPPLIER_NAMES[supplier.name]}
        </h3>
        {!supplier.isConfigured ? (
          <StatusBadge tone="plain">تنظیم نشده</StatusBadge>
        ) : (
          <StatusBadge tone={supplier.isLow ? "bad" : "good"}>
            {balance === null ? "موجودی خوانده نشده" : supplier.isLow ? "موجودی کم" : "برقرار"}
          </StatusBadge>
        )}
      </div>
      <p className="supplier-balance">
        <span>{balance === null ? "—" : foreignMoney(balance, currency)}</span>
        <small>
          {balanceAt === null ? "هنوز خوانده نشده است" : <RelativeDate at={balanceAt} />}
        </small>
      </p>
      <dl className="supplier-facts">
        <div>
          <dt>{`نرخ هر ${currencyWord(currency)}`}</dt>
          <dd>{rate === null ? "تنظیم نشده؛ چیزی خریده نمی‌شود" : <Toman amount={rate} />}</dd>
        </div>
        <div>
          <dt>خرید امروز</dt>
          <dd>
            <Toman amount={supplier.committedToday} />
            {ceilingDay !== null && <small>{` از ${formatToman(ceilingDay)}`}</small>}
          </dd>
        </div>
        <div>
          <dt>در راه</dt>
          <dd>
            <Toman amount={supplier.underWay} />
          </dd>
        </div>
      </dl>
      {onChange && (
        <button type="button" className="button-quiet button-small" onClick={onChange}>
          نرخ و سقف
        </button>
      )}
    </article>
  );
}
