import { useEffect, useState } from "react";
import type { SearchMount } from "./search-mount.ts";

/**
 * Lets the arrow keys in the field move through the results, and Enter follow the active one.
 * `aria-activedescendant` names it to screen readers.
 */
export function useResultKeys({ field, listId }: SearchMount, count: number) {
  const [active, setActive] = useState(-1);

  useEffect(() => {
    field.setAttribute("aria-expanded", "true");
    return () => {
      field.setAttribute("aria-expanded", "false");
      field.removeAttribute("aria-activedescendant");
    };
  }, [field]);

  useEffect(() => {
    const id = `${listId}-${String(active)}`;
    const option = active >= 0 ? document.getElementById(id) : null;
    if (option) field.setAttribute("aria-activedescendant", id);
    else field.removeAttribute("aria-activedescendant");
    option?.scrollIntoView({ block: "nearest" });

    const press = (event: KeyboardEvent) => {
      if (event.isComposing) return;
      if (event.key === "ArrowDown") setActive((active + 1) % count);
      else if (event.key === "ArrowUp") setActive(active > 0 ? active - 1 : count - 1);
      else if (event.key === "Enter" && option) option.click();
      else return;
      event.preventDefault();
    };
    field.addEventListener("keydown", press);
    return () => {
      field.removeEventListener("keydown", press);
    };
  }, [field, listId, active, count]);

  return { active, setActive };
}
