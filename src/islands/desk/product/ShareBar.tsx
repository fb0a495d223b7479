import { useStore } from "@nanostores/react";
import { Share2 } from "lucide-react";
import { useEffect } from "react";
import { formatNumber } from "../../../../persian/toman.ts";
import { Spinner } from "../../../parts/Spinner.tsx";
import type { Catalogue } from "../../../stores/desk/catalogue.ts";
import {
  $built,
  $drawing,
  drawShares,
  loadBuilt,
  withoutShare,
} from "../../../stores/desk/pictures.ts";

/** The most names that are listed; the other listings are only counted. */
const NAMED = 3;

/** Names the listings without a share picture of their own, and draws these pictures. */
export function ShareBar({ categories }: { categories: Catalogue["categories"] }) {
  const built = useStore($built);
  const drawing = useStore($drawing);
  useEffect(() => void loadBuilt(), []);
  const lacking = built === null ? [] : withoutShare(categories, built);
  const isBusy = drawing === "busy";
  if (lacking.length === 0 && !isBusy) return null;
  const names = lacking.slice(0, NAMED).map(({ subcategory }) => subcategory.displayName);
  const more = lacking.length - names.length;
  return (
    <div className="share-bar" role="status">
      {isBusy ? <Spinner /> : <Share2 size={18} aria-hidden="true" />}
      <p>
        {isBusy
          ? "تصویر هم‌رسانی کشیده می‌شود…"
          : `${drawing === "failed" ? "تصویر هم‌رسانی کشیده نشد. " : ""}هنوز تصویر هم‌رسانی ندارد: ${names.join("، ")}${more > 0 ? ` و ${formatNumber(more)} زیردستهٔ دیگر` : ""}. تا آن زمان تصویر خود فروشگاه هم‌رسانی می‌شود.`}
      </p>
      {!isBusy && (
        <button
          type="button"
          className="button-quiet button-small"
          onClick={() => void drawShares(() => true)}
        >
          {drawing === "failed" ? "دوباره بکش" : "تصویرها را بکش"}
        </button>
      )}
    </div>
  );
}
