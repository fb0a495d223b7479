import { useState } from "react";
import { TextField } from "../../../parts/TextField.tsx";
import { type Stray, adopt } from "../../../stores/desk/flow.ts";
import { ConfirmMoney } from "../ConfirmMoney.tsx";

/** Credits a payment without a row to the wallet of who paid it. */
export function Adopt({ stray, onClose }: { stray: Stray; onClose: () => void }) {
  const { authority, amount } = stray;
  const [personId, setPersonId] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const confirm = async () => {
    setIsBusy(true);
    // An address of the person's page may be pasted whole.
    const id = personId.trim().split("/").at(-1) ?? "";
    const found = await adopt({ authority, amount, personId: id });
    setIsBusy(false);
    if (found === "") onClose();
    else setProblem(found);
  };
  return (
    <ConfirmMoney
      isOpen
      title="به کیف پول صاحبش"
      amountToman={amount}
      facts={[
        { name: "اکنون", value: "نزد درگاه، بی‌ردیف" },
        { name: "سپس", value: "در کیف پول شخص" },
      ]}
      action={(sum) => `${sum} را به کیف پول بیفزا`}
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <TextField
        label="شناسهٔ شخص، یا نشانی صفحه‌اش"
        name="person"
        dir="ltr"
        value={personId}
        message=""
        onChange={setPersonId}
      />
    </ConfirmMoney>
  );
}
