import { useState } from "react";
import { AmountField } from "../../../parts/AmountField.tsx";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { type ProductPage, editProduct } from "../../../stores/desk/catalogue.ts";
import { notify } from "../../../stores/notice.ts";
import { type FactsDraft, ProductFields } from "./ProductFields.tsx";
import { useSending } from "../use-sending.ts";

/** The facts of a product: its name, card and delivery. */
export function FactsForm({ product }: { product: ProductPage }) {
  const { id, name, region, denomination, deliveryType, manualUnitCost, version } = product;
  const [draft, setDraft] = useState<FactsDraft>({ name, region, denomination, deliveryType });
  const [unitCost, setUnitCost] = useState(manualUnitCost === 0 ? "" : String(manualUnitCost));
  const { formOf, messages, problem, isSending, send } = useSending();
  const submit = async () => {
    const value = await send(
      editProduct(id, { ...draft, unitCost: unitCost === "" ? 0 : unitCost, version }),
    );
    if (value !== null) notify("success", value.message);
  };
  return (
    <section className="desk-card" aria-labelledby="facts-title">
      <header>
        <h2 id="facts-title">کالا</h2>
      </header>
      <form {...formOf(submit)} className="product-form">
        {problem !== "" && <ErrorBox message={problem} />}
        <ProductFields
          draft={draft}
          messages={messages}
          fixed={product.isUsed ? "کد یا سفارش دارد؛ شیوهٔ تحویلش دیگر عوض نمی‌شود." : ""}
          onChange={(changes) => {
            setDraft((before) => ({ ...before, ...changes }));
          }}
        />
        {draft.deliveryType === "manual" && (
          <AmountField
            label="بهای خرید هر واحد"
            name="unitCost"
            value={unitCost}
            message={messages["unitCost"] ?? ""}
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
