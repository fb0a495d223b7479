import { TextField } from "./TextField.tsx";

type Field = Omit<Parameters<typeof TextField>[0], "label" | "dir">;

interface InquiredFieldsProps {
  nationalCode: Field;
  birthDate: Field;
  /** Says what the two fields are for. */
  children: string;
}

/**
 * The fields for a national code and a day of birth, which may make an operator's decision
 * unnecessary.
 */
export function InquiredFields({ nationalCode, birthDate, children }: InquiredFieldsProps) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <p className="-mb-2 text-sm text-muted sm:col-span-2">{children}</p>
      <TextField
        label="کد ملی (اختیاری)"
        dir="ltr"
        inputMode="numeric"
        autoComplete="off"
        {...nationalCode}
      />
      <TextField label="تاریخ تولد (اختیاری)" dir="ltr" autoComplete="off" {...birthDate} />
    </div>
  );
}
