import type { Order } from "../../../contract/order.ts";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../parts/SubmitButton.tsx";
import { TextField } from "../../parts/TextField.tsx";
import { useFields } from "../../parts/use-fields.ts";
import { openCode } from "../../stores/code.ts";
import { $order, loadOrder } from "../../stores/order.ts";
import { checkProfileField, saveNames } from "../../stores/user.ts";

/**
 * The form for the first and last name, which the shop needs before it shows the codes of an order.
 * After saving, the only code is opened, or several codes are shown.
 */
export function NamesForm({ order, nameMax }: { order: Order; nameMax: number }) {
  const { form, field, isSending, problem } = useFields({
    form: "names",
    start: { firstName: "", lastName: "" },
    check: (name, value) => checkProfileField(name, value, nameMax),
    send: async (names) => {
      const messages = await saveNames(names);
      if (Object.keys(messages).length > 0) return messages;
      await loadOrder(order.id);
      await openOnlyCode();
      return {};
    },
  });
  return (
    <form {...form} className="code-ticket code-names" aria-labelledby="codes-title">
      <TextField label="نام" autoComplete="given-name" dir="auto" {...field("firstName")} />
      <TextField
        label="نام خانوادگی"
        autoComplete="family-name"
        dir="auto"
        {...field("lastName")}
      />
      {problem !== "" && <ErrorBox message={problem} />}
      <SubmitButton isSending={isSending} className="button-gold">
        ذخیره و دیدن کد
      </SubmitButton>
    </form>
  );
}

async function openOnlyCode(): Promise<void> {
  const order = $order.get();
  if (order.state !== "ready" || !order.value.shouldShow) return;
  const codes = order.value.OrderItems.flatMap((item) =>
    item.codes.map((code) => ({ item, code })),
  );
  const [only] = codes;
  if (only && codes.length === 1) await openCode(order.value, only.item, only.code);
}
