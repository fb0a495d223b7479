import { useState } from "react";
import type { OrderItem } from "../../../contract/order-item.ts";

/** The item of a dialog, and the props of that dialog. */
export type ItemDialog = ReturnType<typeof useOpenedItem>["modal"];

/** Keeps the item of a dialog until the dialog has closed. */
export function useOpenedItem() {
  const [opened, setOpened] = useState<{ item: OrderItem; isOpen: boolean } | null>(null);
  return {
    open: (item: OrderItem) => setOpened({ item, isOpen: true }),
    modal: {
      item: opened?.item ?? null,
      isOpen: opened?.isOpen ?? false,
      onClose: () => setOpened((before) => before && { ...before, isOpen: false }),
      onClosed: () => setOpened(null),
    },
  };
}
