import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";

export interface Choice {
  value: string;
  /** What is drawn in the list and, once chosen, in the field. */
  content: ReactNode;
  isDisabled?: boolean;
}

interface SelectProps {
  label: string;
  choices: readonly Choice[];
  value: string | null;
  placeholder: string;
  onChange: (value: string) => void;
}

/** A dropdown whose choices may hold more than text. Keys as in the select-only combobox of the ARIA practices. */
export function Select({ label, choices, value, placeholder, onChange }: SelectProps) {
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const chosen = choices.findIndex((choice) => choice.value === value);

  const open = (index: number) => {
    setIsOpen(true);
    setActive(index >= 0 ? index : nextChoice(choices, -1, 1));
  };
  const choose = (index: number) => {
    const choice = choices[index];
    if (!choice || choice.isDisabled) return;
    onChange(choice.value);
    setIsOpen(false);
    field.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Tab") return;
    const isOpener = ["ArrowDown", "ArrowUp", "Enter", " "].includes(event.key);
    if (!isOpen && !isOpener) return;
    if (!["ArrowDown", "ArrowUp", "Home", "End", "Enter", " ", "Escape"].includes(event.key)) return;
    event.preventDefault();
    if (!isOpen) open(chosen);
    else if (event.key === "Escape") setIsOpen(false);
    else if (event.key === "Enter" || event.key === " ") choose(active);
    else if (event.key === "Home") setActive(nextChoice(choices, -1, 1));
    else if (event.key === "End") setActive(nextChoice(choices, choices.length, -1));
    else setActive(nextChoice(choices, active, event.key === "ArrowDown" ? 1 : -1));
  };

  return (
    <div
      className="relative"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setIsOpen(false);
      }}
    >
      <span id={`${id}label`} className="label">
        {label}
      </span>
      <div
        ref={field}
        role="combobox"
        tabIndex={0}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={`${id}list`}
        aria-labelledby={`${id}label ${id}value`}
        aria-activedescendant={isOpen && active >= 0 ? `${id}choice${String(active)}` : undefined}
        className="field flex cursor-pointer items-center justify-between gap-3"
        onClick={() => {
          if (isOpen) setIsOpen(false);
          else open(chosen);
        }}
        onKeyDown={press}
      >
        <span id={`${id}value`} className="min-w-0 flex-1">
          {choices[chosen]?.content ?? <span className="text-muted">{placeholder}</span>}
        </span>
        <ChevronDown size={18} className={`transition-transform ${isOpen ? "rotate-180" : ""}`} aria-hidden="true" />
      </div>
      <ul
        id={`${id}list`}
        role="listbox"
        aria-labelledby={`${id}label`}
        hidden={!isOpen}
        className="card absolute inset-x-0 z-10 mt-1 max-h-72 overflow-y-auto border-line-strong p-1 shadow-lg"
      >
        {choices.map((choice, index) => (
          <li
            key={choice.value}
            id={`${id}choice${String(index)}`}
            role="option"
            aria-selected={index === chosen}
            aria-disabled={choice.isDisabled ?? false}
            className={choiceClass(choice, index === active, index === chosen)}
            onPointerDown={(event) => {
              event.preventDefault();
            }}
            onClick={() => {
              choose(index);
            }}
          >
            {choice.content}
          </li>
        ))}
      </ul>
    </div>
  );
}

function choiceClass(choice: Choice, isActive: boolean, isChosen: boolean): string {
  const tone = choice.isDisabled ? "cursor-not-allowed text-muted" : "cursor-pointer hover:bg-firouzeh-wash";
  const place = isActive ? "bg-firouzeh-wash outline-2 outline-firouzeh -outline-offset-2" : "";
  return `rounded-control px-3 py-2 ${tone} ${place} ${isChosen ? "font-semibold" : ""}`;
}

/** The nearest choice that can be taken, or where one stands when there is none further on. */
function nextChoice(choices: readonly Choice[], from: number, step: 1 | -1): number {
  for (let index = from + step; index >= 0 && index < choices.length; index += step) {
    if (!choices[index]?.isDisabled) return index;
  }
  return from < 0 || from >= choices.length ? -1 : from;
}
