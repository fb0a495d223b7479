import type { Occasion } from "../../../contract/gift.ts";

/**
 * A closed envelope on the background of its occasion. The page contains its drawings
 * (GiftSymbols).
 */
export function Envelope({ occasion }: { occasion: Occasion }) {
  return (
    <div
      data-occasion={occasion}
      className="gift-preview flex justify-center rounded-card p-5"
      aria-hidden="true"
    >
      <svg viewBox="0 130 350 234" className="envelope max-w-64">
        <use href="#envelope-back" width="350" height="364" />
        <use href="#envelope-pocket" width="350" height="364" />
        <use href="#envelope-flap" width="350" height="364" />
        <use href={`#seal-${occasion}`} x="125" y="196" width="100" height="100" />
      </svg>
    </div>
  );
}
