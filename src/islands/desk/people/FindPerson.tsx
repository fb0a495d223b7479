import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { useTyped } from "../../../parts/use-typed.ts";
import { findByPhone } from "../../../stores/desk/person.ts";

/** Finds the account of a phone. The phone is never part of an address. */
export function FindPerson() {
  const [phone, setPhone] = useTyped<string>("find person", "");
  const { formOf, send, isSending, problem, messageOf } = useSending(["phone"]);
  const find = () =>
    send(async () => {
      const outcome = await findByPhone(phone);
      if (outcome.ok) location.assign(`/desk/people/${outcome.value.person.id}`);
      return !outcome.ok && outcome.status === 404
        ? "حسابی با این شماره نیست. شاید با شمارهٔ دیگری وارد شده باشد."
        : outcome;
    });
  return (
    <section className="desk-card find-card" aria-labelledby="find">
      <header>
        <h2 id="find">یافتن یک شخص</h2>
      </header>
      <form {...formOf(find)} className="flex flex-col gap-4 p-4">
        {problem !== "" && <ErrorBox message={problem} />}
        <TextField
          label="شمارهٔ موبایل"
          name="phone"
          dir="ltr"
          value={phone}
          message={messageOf("phone")}
          onChange={setPhone}
        />
        <SubmitButton isSending={isSending} className="button button-decide self-start">
          پرونده را باز کن
        </SubmitButton>
        <p className="text-xs text-muted">
          باز کردن پروندهٔ هر کس یک سطر در دفتر رویدادهاست. از سفارش، تیکت یا برداشت هم به پروندهٔ شخص
          می‌رسید.
        </p>
      </form>
    </section>
  );
}
