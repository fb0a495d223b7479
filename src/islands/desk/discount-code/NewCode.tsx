import { readCode } from "../../../../persian/characters.ts";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Modal } from "../../../parts/Modal.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { useTyped } from "../../../parts/use-typed.ts";
import { type DiscountCode, makeOne } from "../../../stores/desk/discount-code.ts";
import { FormButtons } from "../FormButtons.tsx";
import { TERM_FIELDS, Terms, draftLike, termsOf } from "./Terms.tsx";

interface NewCodeProps {
  isOpen: boolean;
  /** The code whose terms are copied into the form. */
  like: DiscountCode | null;
  onClose: () => void;
  onMade: (code: string) => void;
}

/** Makes one discount code. */
export function NewCode({ isOpen, like, ...form }: NewCodeProps) {
  return (
    <Modal
      isOpen={isOpen}
      title={like === null ? "کد تخفیف تازه" : "کد تازه، مانند این"}
      about={like?.code ?? ""}
      onClose={form.onClose}
    >
      <Form like={like} {...form} />
    </Modal>
  );
}

function Form({ like, onClose, onMade }: Omit<NewCodeProps, "isOpen">) {
  const form = `new-code:${like?.id ?? ""}`;
  const [code, setCode] = useTyped<string>(`${form} code`, "");
  const [phone, setPhone] = useTyped<string>(`${form} phone`, "");
  const [draft, setDraft] = useTyped(`${form} terms`, draftLike(like, ""));
  const { formOf, messages, messageOf, problem, isSending, send } = useSending([
    "code",
    "phone",
    ...TERM_FIELDS,
  ]);
  const submit = async () => {
    const requested = { ...termsOf(draft), code, phone: phone.trim() === "" ? null : phone };
    if (await send(() => makeOne(requested))) onMade(readCode(code) ?? "");
  };
  return (
    <form {...formOf(submit)} className="flex flex-col gap-4">
      {problem !== "" && <ErrorBox message={problem} />}
      <div className="field-pair">
        <TextField
          label="کد، با حروف لاتین"
          name="code"
          dir="ltr"
          autoComplete="off"
          value={code}
          message={messageOf("code")}
          onChange={setCode}
        />
        <TextField
          label="موبایل یک نفر، خالی یعنی همه"
          name="phone"
          dir="ltr"
          autoComplete="off"
          value={phone}
          message={messageOf("phone")}
          onChange={setPhone}
        />
      </div>
      {like?.person && (
        <p className="hint">کد پیشین تنها برای یک نفر بود؛ شماره‌اش را دوباره بنویسید.</p>
      )}
      <Terms draft={draft} messages={messages} onChange={setDraft} />
      <p className="hint">
        پس از ساختن، شرط‌های کد عوض نمی‌شود؛ می‌توان آن را از کار انداخت و کد دیگری مانند آن ساخت.
      </p>
      <FormButtons isSending={isSending} onClose={onClose}>
        کد را بساز
      </FormButtons>
    </form>
  );
}
