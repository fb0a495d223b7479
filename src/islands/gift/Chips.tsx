interface ChipsProps<Name extends string> {
  legend: string;
  /** The name of the radio buttons. */
  name: string;
  options: readonly { name: Name; label: string }[];
  value: Name;
  onChange: (name: Name) => void;
}

/** A group of radio buttons, drawn as chips. */
export function Chips<Name extends string>({
  legend,
  name,
  options,
  value,
  onChange,
}: ChipsProps<Name>) {
  return (
    <fieldset>
      <legend className="label">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label key={option.name} className="gift-chip">
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={option.name === value}
              onChange={() => onChange(option.name)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
