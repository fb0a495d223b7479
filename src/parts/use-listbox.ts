import { type KeyboardEvent, type RefObject, useRef, useState } from "react";

interface Listbox {
  field: RefObject<HTMLDivElement | null>;
  isOpen: boolean;
  /** Index of the choice that Enter selects, or -1. */
  active: number;
  toggle: () => void;
  close: () => void;
  choose: (index: number) => void;
  press: (event: KeyboardEvent) => void;
}

const KEYS = ["ArrowDown", "ArrowUp", "Home", "End", "Enter", " ", "Escape"];
const OPENING_KEYS = ["ArrowDown", "ArrowUp", "Enter", " "];

/** Handles the keys of a select-only combobox, as the ARIA practices describe them. */
export function useListbox(
  choices: readonly { value: string; isDisabled?: boolean }[],
  chosen: number,
  onChange: (value: string) => void,
): Listbox {
  const field = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const nearest = (from: number, step: 1 | -1) => {
    for (let index = from + step; index >= 0 && index < choices.length; index += step) {
      if (!choices[index]?.isDisabled) return index;
    }
    return from < 0 || from >= choices.length ? -1 : from;
  };
  const open = () => {
    setIsOpen(true);
    setActive(chosen >= 0 ? chosen : nearest(-1, 1));
  };
  const close = () => {
    setIsOpen(false);
  };
  const choose = (index: number) => {
    const choice = choices[index];
    if (!choice || choice.isDisabled) return;
    onChange(choice.value);
    close();
    field.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (!(isOpen ? KEYS : OPENING_KEYS).includes(event.key)) return;
    event.preventDefault();
    if (!isOpen) open();
    else if (event.key === "Escape") close();
    else if (event.key === "Enter" || event.key === " ") choose(active);
    else if (event.key === "Home") setActive(nearest(-1, 1));
    else if (event.key === "End") setActive(nearest(choices.length, -1));
    else setActive(nearest(active, event.key === "ArrowDown" ? 1 : -1));
  };
  return { field, isOpen, active, toggle: isOpen ? close : open, close, choose, press };
}
