import { useStore } from "@nanostores/react";
import { useEffect, useId, useState } from "react";
import { searchKey } from "../../../../persian/search-key.ts";
import { formatNumber } from "../../../../persian/toman.ts";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { FieldMessage } from "../../../parts/FieldMessage.tsx";
import { RowsSkeleton } from "../../../parts/Skeleton.tsx";
import { $catalogue, type Catalogue, loadCatalogue } from "../../../stores/desk/catalogue.ts";

interface ProductChooserProps {
  value: string;
  message: string;
  onChange: (productId: string) => void;
}

/** The most products that are listed, so that the list needs no scrolling. */
const SHOWN = 6;

/** Chooses, by its name, a product that is sold from stock. */
export function ProductChooser({ value, message, onChange }: ProductChooserProps) {
  const id = useId();
  const loaded = useStore($catalogue);
  const [text, setText] = useState("");
  useEffect(() => void loadCatalogue(), []);
  if (loaded.state === "loading") return <RowsSkeleton rows={3} />;
  if (loaded.state === "failed")
    return <ErrorBox message={loaded.message} onRetry={() => void loadCatalogue()} />;
  const fitting = instantProducts(loaded.value, text);
  // The chosen product is always shown, whatever the operator types.
  const shown = fitting.filter((one, at) => at < SHOWN || one.id === value);
  return (
    <fieldset className="product-chooser">
      <legend className="label">محصول</legend>
      <input
        type="search"
        className="field"
        aria-label="جست‌وجوی محصول"
        aria-invalid={message !== ""}
        aria-describedby={`${id}message`}
        placeholder="نام، ریجن یا ارزش"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {shown.map(({ id: productId, name, region, denomination }) => (
        <label key={productId}>
          <input
            type="radio"
            name={`${id}product`}
            data-field="productId"
            checked={value === productId}
            onChange={() => onChange(productId)}
          />
          <span>
            <span translate="no">{`${name} `}</span>
            <small className="text-muted">
              <span>{`${region} · `}</span>
              <bdi dir="ltr" lang="en" translate="no">
                {denomination}
              </bdi>
            </small>
          </span>
        </label>
      ))}
      <p className="hint" role="status">
        {`${fitting.length === 0 ? "محصولی آنی با این نام نیست." : ""}${fitting.length > shown.length ? `و ${formatNumber(fitting.length - shown.length)} محصول دیگر؛ نام را کامل‌تر بنویسید.` : ""}`}
      </p>
      <FieldMessage id={`${id}message`} message={message} />
    </fieldset>
  );
}

function instantProducts({ categories }: Catalogue, text: string) {
  const requested = searchKey(text).split(" ");
  return categories
    .flatMap(({ subcategories }) =>
      subcategories.flatMap(({ latinName, products }) =>
        products.map((product) => ({ ...product, latinName })),
      ),
    )
    .filter(({ deliveryType, name, region, denomination, latinName }) => {
      const words = searchKey(`${name} ${region} ${denomination} ${latinName}`);
      return deliveryType === "instant" && requested.every((word) => words.includes(word));
    });
}
