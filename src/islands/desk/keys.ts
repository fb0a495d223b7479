import { useEffect, useEffectEvent } from "react";
import { $keys, type DeskKey } from "../../stores/desk/keys.ts";

/**
 * An act with its key, or false while it is not offered. An act without a key has only a button.
 */
type Offer = (Omit<DeskKey, "code"> & { code?: string }) | false | null | undefined;

/**
 * Offers keys while a part of the screen is shown: `useKeys("صف", [{ code: "KeyJ", label: "بعدی",
 * act }])`. Each act also has a button. An act that is not possible now is left out of the list, or
 * is false.
 */
export function useKeys(title: string, offers: readonly Offer[]): void {
  const keys = offers.flatMap((offer) =>
    offer && offer.code !== undefined ? [{ ...offer, code: offer.code }] : [],
  );
  const act = useEffectEvent((index: number) => {
    keys[index]?.act();
  });
  // Keys are registered again only when codes or labels change, not when an act does.
  const shape = JSON.stringify(
    keys.map(({ code, isCtrl, isShift, label }) => ({ code, isCtrl, isShift, label })),
  );
  useEffect(() => {
    const offered = (JSON.parse(shape) as Omit<DeskKey, "act">[]).map((key, index) => ({
      ...key,
      act: () => {
        act(index);
      },
    }));
    $keys.setKey(title, { title, keys: offered });
    return () => {
      $keys.setKey(title, undefined);
    };
  }, [title, shape]);
}
