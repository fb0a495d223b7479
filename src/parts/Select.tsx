import { ChevronDown } from "lucide-react";
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from "react";
import { useBeside } from "./use-beside.ts";
import { useListbox } from "./use-listbox.ts";

interface Choice {
  value: string;
  /** Drawn in the list and, once chosen, in the field. */
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

/** A dropdown whose choices may contain markup. */
export function Select({ label, choices, value, placeholder, onChange }: SelectProps) {
  const id = useId();
  const chosen = choices.findIndex((choice) => choice.value === value);
  const { field, isOpen, active, toggle, close, choose, press } = useListbox(
    choices,
    chosen,
    onChange,
  );
  return (
    <div
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close();
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
        onClick={toggle}
        onKeyDown={press}
      >
        <span id={`${id}value`} className="min-w-0 flex-1">
          {choices[chosen]?.content ?? <span className="text-muted">{placeholder}</span>}
        </span>
        <ChevronDown
          size={18}
          className={`transition-transform ${isOpen ? "rotate-180" : ""}`}
          aria-hidden="true"
        />
      </div>
      {/* A hidden field with the same value, so that dialogs can keep what was chosen. */}
      <select
        hidden
        name={label}
        value={value ?? ""}
        onChange={(event) => {
          onChange(event.target.value);
        }}
      >
        {["", ...choices.map((choice) => choice.value)].map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
      <ChoiceList {...{ id, field, choices, chosen, active, isOpen, choose }} />
    </div>
  );
}

interface ChoiceListProps {
  id: string;
  field: RefObject<HTMLElement | null>;
  choices: readonly Choice[];
  chosen: number;
  active: number;
  isOpen: boolean;
  choose: (index: number) => void;
}

/** Opens in the top layer, so that no container around the field clips it. */
function ChoiceList({ id, field, choices, chosen, active, isOpen, choose }: ChoiceListProps) {
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    list.current?.togglePopover(isOpen);
  }, [isOpen]);
  useBeside(isOpen, field, list, "bottom");
  useLayoutEffect(() => {
    if (isOpen) list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [isOpen, active]);
  return (
    <ul
      ref={list}
      id={`${id}list`}
      role="listbox"
      aria-labelledby={`${id}label`}
      popover="manual"
      className="card choices shadow-lg"
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
  );
}

function choiceClass(choice: Choice, isActive: boolean, isChosen: boolean): string {
  const tone = choice.isDisabled
    ? "cursor-not-allowed text-muted"
    : "cursor-pointer hover:bg-firouzeh-wash";
  const outline = isActive ? "bg-firouzeh-wash outline-2 outline-firouzeh -outline-offset-2" : "";
  return `rounded-control px-3 py-2 ${tone} ${outline} ${isChosen ? "font-semibold" : ""}`;
}
