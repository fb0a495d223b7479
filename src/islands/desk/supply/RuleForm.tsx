import { AmountField } from "../../../parts/AmountField.tsx";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Modal } from "../../../parts/Modal.tsx";
import { Select } from "../../../parts/Select.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { formatToman } from "../../../../persian/toman.ts";
import { type ProductSupply, saveRule } from "../../../stores/desk/supply.ts";
import { notify } from "../../../stores/notice.ts";
import { useDraft } from "../use-draft.ts";
import { ProductChooser } from "./ProductChooser.tsx";
import { SOURCES } from "./words.ts";

interface RuleFormProps {
  isOpen: boolean;
  /** The rule to be changed; null for a product that has none. */
  rule: ProductSupply | null;
  onClose: () => void;
}

/** The form for where the codes of a product come from, and how much they may cost. */
export function RuleForm({ isOpen, rule, onClose }: RuleFormProps) {
  return (
    <Modal
      isOpen={isOpen}
      title={rule === null ? "تأمین یک محصول" : `تأمین ${rule.productName}`}
      about={rule?.productId ?? ""}
      onClose={onClose}
    >
      <Form rule={rule} onClose={onClose} />
    </Modal>
  );
}

function Form({ rule, onClose }: Omit<RuleFormProps, "isOpen">) {
  const { draft, change, field, formOf, refuse, problem, isSending, send } = useDraft(
    `rule:${rule?.productId ?? ""}`,
    {
      productId: rule?.productId ?? "",
      source: rule?.source ?? ("both" as const),
      sku: rule?.sku ?? "",
      face: rule?.face ?? "",
      faceCurrency: rule?.faceCurrency ?? "USD",
      ceilingCode: String(rule?.ceilingCode ?? ""),
      ceilingDay: String(rule?.ceilingDay ?? ""),
    },
  );
  const submit = async () => {
    const { productId } = draft;
    if (productId === "") {
      refuse({ productId: "محصول را انتخاب کنید." });
      return;
    }
    await send(async () => {
      const outcome = await saveRule(productId, {
        source: draft.source,
        supplier: "reloadly",
        sku: draft.sku,
        face: draft.face,
        faceCurrency: draft.faceCurrency.trim().toUpperCase(),
        ceilingCode: draft.ceilingCode,
        ceilingDay: draft.ceilingDay === "" ? null : draft.ceilingDay,
      });
      if (!outcome.ok) return outcome;
      const { message, unitCost } = outcome.value;
      const cost = unitCost === null ? "" : ` اکنون هر کد ${formatToman(unitCost)} تمام می‌شود.`;
      notify("success", message + cost);
      onClose();
      return outcome;
    });
  };
  return (
    <form {...formOf(submit)} className="flex flex-col gap-4">
      {problem !== "" && <ErrorBox message={problem} />}
      {rule === null && <ProductChooser {...field("productId")} />}
      <Select
        label="از کجا"
        choices={Object.entries(SOURCES).map(([value, content]) => ({ value, content }))}
        value={draft.source}
        placeholder=""
        onChange={(value) => change({ source: value as ProductSupply["source"] })}
      />
      <TextField
        label="شمارهٔ محصول نزد تأمین‌کننده"
        dir="ltr"
        autoComplete="off"
        {...field("sku")}
      />
      <div className="field-pair">
        <TextField label="مبلغ روی کارت" dir="ltr" autoComplete="off" {...field("face")} />
        <TextField label="واحد آن" dir="ltr" autoComplete="off" {...field("faceCurrency")} />
      </div>
      <AmountField label="سقف بهای هر کد، تومان" {...field("ceilingCode")} />
      <AmountField label="سقف این محصول در روز، تومان (خالی: بی سقف)" {...field("ceilingDay")} />
      <p className="hint">کدی که از سقف گران‌تر شود خریده نمی‌شود و سفارشش به صف «امروز» می‌رود.</p>
      <SubmitButton isSending={isSending} className="button button-decide">
        نگه دار
      </SubmitButton>
    </form>
  );
}
