import { useStore } from "@nanostores/react";
import { useContext, useEffect, useState } from "react";
import { $typed } from "../stores/typed.ts";
import { CrashContext } from "./Boundary.tsx";

type Typed = string | number | boolean | object | null;
type Change<Value> = (next: Value | ((now: Value) => Value)) => void;

/**
 * A `useState` for something that people type or choose. When an error unmounts the form, the value
 * is kept, and the form has it when it is drawn again. A form that is left normally starts empty.
 * `name` is unique on a page: `note:${id}`. Secrets (codes, card numbers) belong in a plain
 * `useState`.
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
