import { AmountField } from "../../../parts/AmountField.tsx";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Modal } from "../../../parts/Modal.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { useTyped } from "../../../parts/use-typed.ts";
import { type Subcategory, newProduct } from "../../../stores/desk/catalogue.ts";
import { withToast } from "../../../stores/desk/with-toast.ts";
import { PRICE_FIELDS, type PriceDraft, PriceFields, pricesOf } from "./PriceFields.tsx";
import { FACT_FIELDS, type FactsDraft, ProductFields } from "./ProductFields.tsx";
import { FormButtons } from "../FormButtons.tsx";

interface NewProductProps {
  /** The subcategory of the new product; null while the dialog is closed. */
  subcategory: Subcategory | null;
  onClose: () => void;
}

/**
 * Makes a product. Its form starts with the region and delivery of the last product of the
 * subcategory.
 */
export function NewProduct({ subcategory, onClose }: NewProductProps) {
  return (
    <Modal
      isOpen={subcategory !== null}
      title={`کالای تازه در ${subcategory?.displayName ?? ""}`}
      about={subcategory?.id ?? ""}
      onClose={onClose}
    >
      {subcategory && <Form subcategory={subcategory} onClose={onClose} />}
    </Modal>
  );
}

function Form({ subcategory, onClose }: { subcategory: Subcategory; onClose: () => void }) {
  const neighbour = subcategory.products.at(-1);
  const form = `new-product:${subcategory.id}`;
  const [facts, setFacts] = useTyped<FactsDraft>(`${form} facts`, {
    name: "",
    region: neighbour?.region ?? "",
    denomination: "",
    deliveryType: neighbour?.deliveryType ?? "instant",
  });
  const [prices, setPrices] = useTyped<PriceDraft>(`${form} prices`, {
    price: "",
    priceAfterDiscount: "",
    reward: "",
  });
  const [units, setUnits] = useTyped(`${form} units`, { stock: "", unitCost: "" });
  const { formOf, messages, messageOf, problem, isSending, send } = useSending([
    ...FACT_FIELDS,
    ...PRICE_FIELDS,
    "stock",
    "unitCost",
  ]);
  const submit = async () => {
    const requested = {
      ...facts,
      ...pricesOf(prices),
      subcategoryId: subcategory.id,
      stock: units.stock === "" ? 0 : units.stock,
      unitCost: units.unitCost === "" ? 0 : units.unitCost,
    };
    if (await send(() => withToast(newProduct(requested)))) onClose();
  };
  return (
    <form {...formOf(submit)} className="flex flex-col gap-4">
      {problem !== "" && <ErrorBox message={problem} />}
      <ProductFields
        draft={facts}
        messages={messages}
        onChange={(changes) => setFacts((before) => ({ ...before, ...changes }))}
      />
      <PriceFields
        draft={prices}
        messages={messages}
        onChange={(changes) => setPrices((before) => ({ ...before, ...changes }))}
      />
      {facts.deliveryType === "manual" ? (
        <div className="field-pair">
          <TextField
            label="چند واحد داریم"
            name="stock"
            dir="ltr"
            autoComplete="off"
            value={units.stock}
            message={messageOf("stock")}
            onChange={(stock) => setUnits((before) => ({ ...before, stock }))}
          />
          <AmountField
            label="بهای خرید هر واحد"
            name="unitCost"
            value={units.unitCost}
            message={messageOf("unitCost")}
            onChange={(unitCost) => setUnits((before) => ({ ...before, unitCost }))}
          />
        </div>
      ) : (
        <p className="hint">موجودی کالای آنی شمار کدهای آزاد انبار آن است؛ هنوز کدی ندارد.</p>
      )}
      <FormButtons isSending={isSending} onClose={onClose}>
        کالا را بساز
      </FormButtons>
    </form>
  );
}
