import { TextField } from "../../../parts/TextField.tsx";

interface UrlNameFieldProps {
  /** As the call names it. */
  name: string;
  /** The part that stands before it in the address. */
  prefix: string;
  value: string;
  message: string;
  onChange: (value: string) => void;
}

/** The name of something in addresses, with the address that it makes. */
export function UrlNameField({ name, prefix, value, message, onChange }: UrlNameFieldProps) {
  return (
    <div>
      <TextField
        label="نام در نشانی، با حروف کوچک لاتین"
        name={name}
        dir="ltr"
        autoComplete="off"
        value={value}
        message={message}
        onChange={onChange}
      />
      <p className="hint mt-1.5">
        <bdi dir="ltr" lang="en" translate="no">
          {`${prefix}${value === "" ? "…" : value}`}
        </bdi>{" "}
        می‌شود و دیگر عوض نمی‌شود.
      </p>
    </div>
  );
}
