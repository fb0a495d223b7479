import { ExternalLink, Image as ImageIcon, Pencil, Plus } from "lucide-react";
import { listingAddress } from "../../../../contract/address.ts";
import { formatNumber } from "../../../../persian/toman.ts";
import { StatusBadge } from "../../../parts/StatusBadge.tsx";
import type { Category, Subcategory } from "../../../stores/desk/catalogue.ts";
import { ownPictureOf } from "../../../stores/desk/pictures.ts";
import { GoodsTable } from "./GoodsTable.tsx";
import { OrderButtons } from "./OrderButtons.tsx";
import type { OpenDialog } from "./open-dialog.ts";
import { ShowButton } from "./ShowButton.tsx";

interface SectionActions {
  canDecide: boolean;
  /** True when all siblings are on the screen, so that they can be reordered. */
  canOrder: boolean;
  onAsk: (asked: OpenDialog) => void;
}

/** A category with its subcategories and their products. */
export function CategorySection({
  category,
  siblings,
  ...ways
}: SectionActions & { category: Category; siblings: readonly string[] }) {
  const { type, displayName, isShown, subcategories } = category;
  const { canDecide, canOrder, onAsk } = ways;
  return (
    <section className="desk-card goods-category" aria-label={`دستهٔ ${displayName}`}>
      <header>
        <h2>
          <span>{`${displayName} `}</span>
          <bdi dir="ltr" lang="en" translate="no" className="goods-address">
            {type}
          </bdi>
        </h2>
        {!isShown && <StatusBadge tone="plain">پنهان</StatusBadge>}
        {canDecide && (
          <div className="head-acts">
            {canOrder && (
              <OrderButtons
                kind="category"
                within={null}
                siblings={siblings}
                id={type}
                name={displayName}
              />
            )}
            <ShowButton kind="category" id={type} name={displayName} isShown={isShown} />
            <button
              type="button"
              className="button-quiet button-small"
              aria-label={`تغییر نام ${displayName}`}
              onClick={() => onAsk({ kind: "category", category })}
            >
              <Pencil size={15} aria-hidden="true" /> نام
            </button>
            <button
              type="button"
              className="button button-small"
              onClick={() => onAsk({ kind: "subcategory", type, subcategory: null })}
            >
              <Plus size={16} aria-hidden="true" /> زیردستهٔ تازه
            </button>
          </div>
        )}
      </header>
      {subcategories.length === 0 && (
        <p className="p-4 text-sm text-muted">
          این دسته هنوز زیردسته‌ای ندارد و در فروشگاه دیده نمی‌شود.
        </p>
      )}
      {subcategories.map((subcategory) => (
        <SubcategoryBlock
          key={subcategory.id}
          subcategory={subcategory}
          siblings={subcategories.map(({ id }) => id)}
          isListed={isShown}
          {...ways}
        />
      ))}
    </section>
  );
}

function SubcategoryBlock({
  subcategory,
  siblings,
  isListed,
  canDecide,
  canOrder,
  onAsk,
}: SectionActions & { subcategory: Subcategory; siblings: readonly string[]; isListed: boolean }) {
  const { id, type, urlName, displayName, latinName, isShown, products } = subcategory;
  return (
    <article className="goods-sub" aria-labelledby={`sub-${id}`}>
      <header>
        <img src={ownPictureOf(subcategory)} alt="" width={56} height={35} />
        <h3 id={`sub-${id}`}>
          <span>{`${displayName} `}</span>
          <bdi dir="ltr" lang="en" translate="no" className="goods-address">
            {latinName}
          </bdi>
          <small>{`${formatNumber(products.length)} کالا`}</small>
        </h3>
        {!isShown && <StatusBadge tone="plain">پنهان</StatusBadge>}
        <div className="head-acts">
          {isShown && isListed && (
            <a
              className="button-quiet button-small"
              href={listingAddress({ type, urlName })}
              target="_blank"
              rel="noopener"
              aria-label={`${displayName} در فروشگاه، در برگهٔ تازه`}
            >
              <ExternalLink size={15} aria-hidden="true" /> در فروشگاه
            </a>
          )}
          {canDecide && (
            <>
              {canOrder && (
                <OrderButtons
                  kind="subcategory"
                  within={type}
                  siblings={siblings}
                  id={id}
                  name={displayName}
                />
              )}
              <ShowButton kind="subcategory" id={id} name={displayName} isShown={isShown} />
              <button
                type="button"
                className="button-quiet button-small"
                aria-label={`تغییر ${displayName}`}
                onClick={() => onAsk({ kind: "subcategory", type, subcategory })}
              >
                <Pencil size={15} aria-hidden="true" /> تغییر
              </button>
              <button
                type="button"
                className="button-quiet button-small"
                aria-label={`تصویر ${displayName}`}
                onClick={() => onAsk({ kind: "picture", subcategory })}
              >
                <ImageIcon size={15} aria-hidden="true" /> تصویر
              </button>
              <button
                type="button"
                className="button-quiet button-small"
                aria-label={`کالای تازه در ${displayName}`}
                onClick={() => onAsk({ kind: "product", subcategory })}
              >
                <Plus size={16} aria-hidden="true" /> کالای تازه
              </button>
            </>
          )}
        </div>
      </header>
      {products.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-muted">هنوز کالایی ندارد.</p>
      ) : (
        <GoodsTable
          name={displayName}
          subcategoryId={id}
          products={products}
          canDecide={canDecide}
          canOrder={canOrder}
        />
      )}
    </article>
  );
}
