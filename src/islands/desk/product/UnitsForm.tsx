import { formatNumber } from "../../../../persian/toman.ts";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { useTyped } from "../../../parts/use-typed.ts";
import { type ProductPage, setUnits } from "../../../stores/desk/catalogue.ts";
import { withToast } from "../../../stores/desk/with-toast.ts";

/** The form for the number of units of a manual product, which each sale reduces. */
export function UnitsForm({ product }: { product: ProductPage }) {
  const { id, manualStock, heldUnits } = product;
  const [stock, setStock] = useTyped<string>(`stock:${id}`, String(manualStock));
  const { formOf, messageOf, problem, isSending, send } = useSending(["stock"]);
  const submit = () => send(() => withToast(setUnits(id, { stock, seen: manualStock })));
  return (
    <section className="desk-card" aria-labelledby="units-title">
      <header>
        <h2 id="units-title">موجودی دستی</h2>
        <span className="text-xs text-muted">
          {`اکنون ${formatNumber(manualStock)}${heldUnits > 0 ? `، ${formatNumber(heldUnits)} برای پرداخت‌های در راه` : ""}`}
        </span>
      </header>
      <form {...formOf(submit)} className="product-form">
        {problem !== "" && <ErrorBox message={problem} />}
        <TextField
          label="چند واحد داریم"
          name="stock"
          dir="ltr"
          autoComplete="off"
          value={stock}
          message={messageOf("stock")}
          onChange={setStock}
        />
        <div>
          <SubmitButton isSending={isSending} className="button-quiet button-decide">
            موجودی را بنویس
          </SubmitButton>
        </div>
      </form>
    </section>
  );
}
