import { useEffect, useEffectEvent } from "react";
import { $keys, type DeskKey } from "../../stores/desk/keys.ts";

/** What a key does, or false while it is not offered. A key may be missing: then a button alone does it. */
type Offer = (Omit<DeskKey, "code"> & { code?: string }) | false | null | undefined;

/**
 * Offers keys while a part of the screen is shown: `useKeys("صف", [{ code: "KeyJ", label: "بعدی",
 * act }])`. Each also has a button. A key that does nothing now is left out of the list.
 */
export function useKeys(title: string, offers: readonly Offer[]): void {
  const keys = offers.filter((offer) => !!offer && offer.code !== undefined) as DeskKey[];
  const act = useEffectEvent((index: number) => {
    keys[index]?.act();
  });
  // A change of what a key does is no change of what is offered.
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
