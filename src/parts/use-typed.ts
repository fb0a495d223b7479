import { useStore } from "@nanostores/react";
import { useContext, useEffect, useState } from "react";
import { $typed } from "../stores/typed.ts";
import { CrashContext } from "./Boundary.tsx";

type Typed = string | number | boolean | object | null;
type Change<Value> = (next: Value | ((now: Value) => Value)) => void;

/**
 * A `useState` for something that people type or choose, which lives on when an error takes the form
 * off the screen: drawn anew, the form has it again. A form that is left begins anew, as ever. `name`
 * exists once on a page: `note:${id}`. Secrets (codes, card numbers) belong into a plain `useState`.
 */
export function useTyped<Value extends Typed>(name: string, start: Value): [Value, Change<Value>] {
  const [first] = useState(start);
  const crash = useContext(CrashContext);
  const typed = useStore($typed, { keys: [name], deps: [name] });
  useEffect(
    () => () => {
      if (!crash.hasHappened) $typed.setKey(name, undefined);
    },
    [name, crash],
  );
  const read = (all: Readonly<Record<string, unknown>>) =>
    (Object.hasOwn(all, name) ? all[name] : first) as Value;
  return [
    read(typed),
    (next) => {
      const now = read($typed.get());
      $typed.setKey(name, typeof next === "function" ? next(now) : next);
    },
  ];
}
