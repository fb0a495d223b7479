import { useState } from "react";
import { readCode } from "../../../../persian/signs.ts";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Modal } from "../../../parts/Modal.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { type DiscountCode, makeOne } from "../../../stores/desk/discount-code.ts";
import { FormButtons } from "../FormButtons.tsx";
import { useSending } from "../use-sending.ts";
import { Terms, draftLike, termsOf } from "./Terms.tsx";

interface NewCodeProps {
  isOpen: boolean;
  /** The code whose terms are taken over. */
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
  const [code, setCode] = useState("");
  const [phone, setPhone] = useState("");
  const [draft, setDraft] = useState(() => draftLike(like, ""));
  const { formOf, messages, problem, isSending, send } = useSending();
  const submit = async () => {
    const wanted = { ...termsOf(draft), code, phone: phone.trim() === "" ? null : phone };
    if ((await send(makeOne(wanted))) !== null) onMade(readCode(code) ?? "");
  };
  return (
    <form {...formOf(submit)} className="flex flex-col gap-4">
      {problem !== "" && <ErrorBox message={problem} />}
      <div className="field-pair">
        <TextField
          label="کد، با حروف لاتین"
          name="new-code"
          dir="ltr"
          autoComplete="off"
          value={code}
          message={messages["code"] ?? ""}
          onChange={setCode}
        />
        <TextField
          label="موبایل یک نفر، خالی یعنی همه"
          name="owner"
          dir="ltr"
          autoComplete="off"
          value={phone}
          message={messages["phone"] ?? ""}
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
