import { AmountField } from "../../../parts/AmountField.tsx";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { useTyped } from "../../../parts/use-typed.ts";
import { type ProductPage, editProduct } from "../../../stores/desk/catalogue.ts";
import { withToast } from "../../../stores/desk/with-toast.ts";
import { ConfirmButton } from "../ConfirmButton.tsx";
import { FACT_FIELDS, type FactsDraft, ProductFields } from "./ProductFields.tsx";

/** The facts of a product: its name, card and delivery. */
export function FactsForm({ product }: { product: ProductPage }) {
  const { id, name, region, denomination, deliveryType, manualUnitCost, version } = product;
  const [draft, setDraft] = useTyped<FactsDraft>(`facts:${id}`, {
    name,
    region,
    denomination,
    deliveryType,
  });
  const [unitCost, setUnitCost] = useTyped<string>(
    `unit-cost:${id}`,
    manualUnitCost === null || manualUnitCost === 0 ? "" : String(manualUnitCost),
  );
  const { formOf, messages, messageOf, problem, code, isSending, send } = useSending([
    ...FACT_FIELDS,
    "unitCost",
  ]);
  const submit = (isSure = false) =>
    send(() =>
      withToast(
        editProduct(id, { ...draft, unitCost: unitCost === "" ? 0 : unitCost, isSure, version }),
      ),
    );
  return (
    <section className="desk-card" aria-labelledby="facts-title">
      <header>
        <h2 id="facts-title">کالا</h2>
      </header>
      <form {...formOf(() => submit())} className="product-form">
        {problem !== "" && <ErrorBox message={problem} />}
        {code === "cost_far" && (
          <ConfirmButton isSending={isSending} onConfirm={() => void submit(true)}>
            بها درست است، همین را بنویس
          </ConfirmButton>
        )}
        <ProductFields
          draft={draft}
          messages={messages}
          fixed={product.isUsed ? "کد یا سفارش دارد؛ شیوهٔ تحویلش دیگر عوض نمی‌شود." : ""}
          onChange={(changes) => setDraft((before) => ({ ...before, ...changes }))}
        />
        {draft.deliveryType === "manual" && (
          <AmountField
            label="بهای خرید هر واحد"
            name="unitCost"
            value={unitCost}
            message={messageOf("unitCost")}
            onChange={setUnitCost}
          />
        )}
        <div>
          <SubmitButton isSending={isSending} className="button-quiet button-decide">
            کالا را عوض کن
          </SubmitButton>
        </div>
      </form>
    </section>
  );
}
