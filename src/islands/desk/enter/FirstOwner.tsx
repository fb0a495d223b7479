import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { useFields } from "../../../parts/use-fields.ts";
import { enterAsFirst } from "../../../stores/desk/session.ts";
import { goOn } from "./go-on.ts";

/** Asks the first owner of a shop for the name and the phone under which the desk knows them. */
export function FirstOwner({ secret }: { secret: string }) {
  const { form, isSending, problem, field } = useFields({
    form: "first-owner",
    start: { name: "", phone: "" },
    send: async ({ name, phone }) => {
      const outcome = await enterAsFirst({ secret, name: name.trim(), phone });
      if (outcome.ok) goOn();
      return outcome;
    },
  });
  return (
    <form {...form} className="flex flex-col gap-4">
      <p className="text-sm text-muted">
        شما نخستین مالک این میز می‌شوید. نام کوتاه شما کنار هر تصمیمتان می‌ماند و عوض نمی‌شود.
      </p>
      {problem !== "" && <ErrorBox message={problem} />}
      <TextField
        label="نام کوتاه، با حروف کوچک لاتین"
        dir="ltr"
        autoComplete="username"
        {...field("name")}
      />
      <TextField label="شمارهٔ موبایل" dir="ltr" autoComplete="tel" {...field("phone")} />
      <SubmitButton isSending={isSending} className="button button-decide w-full">
        ورود به میز
      </SubmitButton>
    </form>
  );
}
