import { useId } from "react";

interface ChoiceFieldProps<Value extends string> {
  label: string;
  value: Value;
  /** Each value with its label. */
  choices: readonly (readonly [Value, string])[];
  onChange: (value: Value) => void;
}

/** A choice of a few things, with its label. */
export function ChoiceField<Value extends string>({
  label,
  value,
  choices,
  onChange,
}: ChoiceFieldProps<Value>) {
  const id = useId();
  return (
    <div>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="field"
        value={value}
        onChange={(event) => {
          onChange(event.target.value as Value);
        }}
      >
        {choices.map(([choice, words]) => (
          <option key={choice} value={choice}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
