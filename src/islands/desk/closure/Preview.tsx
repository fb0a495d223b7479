import { openingWords } from "./times.ts";

interface PreviewProps {
  reason: string;
  /** UTC milliseconds; null or undefined when no time is shown. */
  opensAt: number | null | undefined;
}

/** Shows what shoppers read instead of the front page. */
export function Preview({ reason, opensAt }: PreviewProps) {
  return (
    <figure className="closure-preview">
      <figcaption>خریدار این را می‌بیند</figcaption>
      <div>
        <b>فعلاً بسته‌ایم</b>
        <p>{reason}</p>
        {typeof opensAt === "number" && <small>{openingWords(opensAt)}</small>}
      </div>
    </figure>
  );
}
