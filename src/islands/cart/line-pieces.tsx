import { Trash2 } from "lucide-react";
import { listingAddress, productAddress } from "../../../contract/address.ts";
import type { CartItem } from "../../../contract/cart.ts";
import { formatNumber, formatToman } from "../../../persian/toman.ts";
import { Toman } from "../../parts/Toman.tsx";
import { changeQuantity, removeItem } from "../../stores/cart.ts";

interface LineProps {
  item: CartItem;
}

export function LinePicture({ item }: LineProps) {
  return (
    <img
      src={item.imageUrl}
      alt=""
      width={88}
      height={55}
      className="h-[55px] w-[88px] flex-none rounded-lg object-cover"
      decoding="async"
    />
  );
}

export function ProductLink({ item }: LineProps) {
  const listing = listingAddress({ type: item.productType, urlName: item.subcategoryUrlName });
  return (
    <a
      translate="no"
      className="font-semibold hover:text-firouzeh-strong"
      href={productAddress(listing, item.productId)}
    >
      {item.productName}
    </a>
  );
}

export function DeliveryType({ item }: LineProps) {
  if (item.productQuantity === 0) return <span className="badge badge-anar">ناموجود</span>;
  return item.deliveryType === "instant" ? (
    <span className="badge">آنی</span>
  ) : (
    <span className="badge badge-zaferan">دستی</span>
  );
}

/**
 * Offers 1 to the available quantity. A larger quantity that is already in the cart stays visible
 * until the shopper changes it.
 */
export function LineQuantity({ item, quantityMax }: LineProps & { quantityMax: number }) {
  const maximum = Math.min(item.productQuantity, quantityMax);
  const quantities = Array.from({ length: maximum }, (_, index) => index + 1);
  if (item.quantity > maximum) quantities.push(item.quantity);
  return (
    <select
      className="field small-select"
      aria-label={`تعداد ${item.productName}`}
      value={item.quantity}
      disabled={item.productQuantity === 0}
      onChange={(event) => changeQuantity(item.productId, Number(event.target.value))}
    >
      {quantities.map((quantity) => (
        <option key={quantity} value={quantity} disabled={quantity > maximum}>
          {formatNumber(quantity)}
        </option>
      ))}
    </select>
  );
}

export function UnitPrice({ item }: LineProps) {
  if (item.priceAfterDiscount >= item.price) return <Toman amount={item.price} />;
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      <span className="sr-only">قیمت پیش از تخفیف: </span>
      <s className="text-xs whitespace-nowrap text-muted">{formatToman(item.price)}</s>
      <span className="sr-only">قیمت اکنون: </span>
      <Toman amount={item.priceAfterDiscount} />
    </span>
  );
}

export function RemoveButton({ item }: LineProps) {
  return (
    <button
      type="button"
      className="icon-button text-muted"
      aria-label={`حذف ${item.productName}`}
      onClick={() => removeItem(item)}
    >
      <Trash2 size={19} aria-hidden="true" />
    </button>
  );
}
