import { toPersianDigits } from "../../persian/digits.ts";
import { cut } from "./cut.ts";

/**
 * The number of characters that are shown of an id, when another backend sends no number. Section
 * 11.2.
 */
const ID_MAX = 15;

interface ShortNumberProps {
  thing: { id: string; number?: string | undefined };
  className?: string;
}

/** The number by which people name an order or a ticket. */
export function ShortNumber({ thing: { id, number }, className = "" }: ShortNumberProps) {
  return (
    <bdi dir="ltr" translate="no" className={`whitespace-nowrap ${className}`}>
      {number ? toPersianDigits(number) : cut(id, ID_MAX)}
    </bdi>
  );
}
