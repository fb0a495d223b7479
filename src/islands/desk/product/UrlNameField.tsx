import { TextField } from "../../../parts/TextField.tsx";

interface UrlNameFieldProps {
  /** The name of the field in the call. */
  name: string;
  /** The part of the address before the typed name. */
  prefix: string;
  value: string;
  message: string;
  onChange: (value: string) => void;
}

/** A field for the name of something in addresses, with a preview of the address. */
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
