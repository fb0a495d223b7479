import type { LucideIcon } from "lucide-react";
import type { DeskKey } from "../../stores/desk/keys.ts";
import { KeyHint } from "./KeyHint.tsx";
import { useKeys } from "./keys.ts";

/** An act of an operator, described once for both its key and its button. */
export interface KeyedAct extends Pick<DeskKey, "label" | "act"> {
  /** Undefined when the act has only a button. */
  code?: string;
  /** The class of the button; undefined when the act has only a key. */
  look?: string;
  /** The text of the button, when it differs from `label`, which the list of keys shows. */
  words?: string;
  icon?: LucideIcon;
  isDisabled?: boolean;
  /**
   * True for a moment after the screen changed, because a press then was meant for the earlier
   * content.
   */
  isEarly?: boolean;
  isBusy?: boolean;
}

/** Acts, or false and null where a condition is not met: `ticket && { code… }`. */
export type Offered = readonly (KeyedAct | false | null | undefined)[];

/** A button with a key that does the same. */
export function KeyedButton({ title, ...act }: KeyedAct & { title: string }) {
  useKeys(title, [act]);
  return <ActButton {...act} />;
}

/** The buttons of acts. The caller offers their keys with `useKeys`. */
export const ActButtons = ({ acts }: { acts: Offered }) =>
  acts.map(
    (act) => act && act.look !== undefined && <ActButton key={act.code ?? act.label} {...act} />,
  );

export function ActButton(keyed: KeyedAct) {
  const { code, label, words = label, look, icon: Icon, isDisabled, isEarly, isBusy, act } = keyed;
  return (
    <button
      type="button"
      className={look}
      disabled={isDisabled === true || isBusy === true}
      // An early press does nothing, but the button looks as usual.
      aria-disabled={isEarly === true || undefined}
      aria-busy={isBusy}
      onClick={() => {
        act();
      }}
    >
      {Icon && <Icon size={16} aria-hidden="true" />}
      <span>{`${words} `}</span>
      {code !== undefined && <KeyHint code={code} />}
    </button>
  );
}
