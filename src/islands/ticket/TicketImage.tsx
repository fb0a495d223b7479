import { ImageOff } from "lucide-react";
import { useState } from "react";

/** A thumbnail of a ticket's private picture. A press opens it large. */
export function TicketImage({
  imageUrl,
  onOpen,
}: {
  imageUrl: string;
  onOpen: (imageUrl: string) => void;
}) {
  const [isLost, setIsLost] = useState(false);
  if (isLost) {
    return (
      <p className="hint mt-4 flex items-center gap-2">
        <ImageOff size={18} aria-hidden="true" />
        تصویر در دسترس نیست.
      </p>
    );
  }
  return (
    <button
      type="button"
      className="mt-4 block overflow-hidden rounded-control border border-line bg-paper transition-colors hover:border-firouzeh"
      aria-label="بزرگ‌نمایی تصویر پیوست"
      onClick={() => onOpen(imageUrl)}
    >
      <img
        src={imageUrl}
        alt=""
        width={160}
        height={112}
        loading="lazy"
        decoding="async"
        className="h-28 w-40 object-cover"
        onError={() => setIsLost(true)}
      />
    </button>
  );
}
