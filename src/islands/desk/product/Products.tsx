import { useStore } from "@nanostores/react";
import { FolderPlus, Search, Tag } from "lucide-react";
import { useEffect, useState } from "react";
import { searchKey } from "../../../../persian/search-key.ts";
import { formatNumber } from "../../../../persian/toman.ts";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { RowsSkeleton } from "../../../parts/Skeleton.tsx";
import {
  $catalogue,
  type Category,
  type Product,
  loadCatalogue,
} from "../../../stores/desk/catalogue.ts";
import { KeyHint } from "../KeyHint.tsx";
import { useKeys } from "../keys.ts";
import type { OpenDialog } from "./open-dialog.ts";
import { CategoryForm } from "./CategoryForm.tsx";
import { CategorySection } from "./CategorySection.tsx";
import { HideDialog } from "./HideDialog.tsx";
import { NewProduct } from "./NewProduct.tsx";
import { PictureForm } from "./PictureForm.tsx";
import { ShareBar } from "./ShareBar.tsx";
import { SubcategoryForm } from "./SubcategoryForm.tsx";
import { type State, stateOf } from "./goods-state.ts";

const isIn =
  (...states: readonly State[]) =>
  (product: Product) =>
    states.includes(stateOf(product, product.isOnSale));

/** The filters of the list. Each product matches «all» and exactly one other filter. */
const FILTERS = {
  all: ["همه", () => true],
  sale: ["در فروش", isIn("sale")],
  hidden: ["پنهان", isIn("hidden", "unlisted")],
  none: ["ناموجود", isIn("none")],
  loss: ["زیر بها", isIn("loss")],
} as const satisfies Record<string, readonly [string, (product: Product) => boolean]>;
type Filter = keyof typeof FILTERS;

const SEARCH_ID = "product-search";

/** All goods by category, with their prices and profit. */
export function Products({ canDecide }: { canDecide: boolean }) {
  const loaded = useStore($catalogue);
  const [asked, setAsked] = useState<OpenDialog | null>(null);
  const [text, setText] = useState("");
  const [filter, setFilter] = useState<Filter>("all");
  useEffect(() => void loadCatalogue(), []);
  const isReady = loaded.state === "ready";
  const beginCategory = () => setAsked({ kind: "category", category: null });
  useKeys("کالا و قیمت", [
    canDecide && isReady && { code: "KeyN", label: "دستهٔ تازه", act: beginCategory },
    {
      code: "KeyF",
      label: "جست‌وجوی کالا",
      act: () => document.querySelector<HTMLElement>(`#${SEARCH_ID}`)?.focus(),
    },
  ]);
  if (loaded.state === "loading") return <RowsSkeleton rows={8} />;
  if (loaded.state === "failed")
    return <ErrorBox message={loaded.message} onRetry={() => void loadCatalogue()} />;
  const { categories, tutorials } = loaded.value;
  const close = () => setAsked(null);
  const isFiltered = text.trim() !== "" || filter !== "all";
  const shown = isFiltered ? filterGoods(categories, text, FILTERS[filter][1]) : categories;
  return (
    <div className="goods">
      <div className="goods-bar">
        <Filters categories={categories} filter={filter} onFilter={setFilter} />
        <label className="goods-search">
          <Search size={16} aria-hidden="true" />
          <span className="sr-only">جست‌وجوی کالا</span>
          <input
            id={SEARCH_ID}
            type="search"
            className="field"
            placeholder="نام کالا، ریجن یا زیردسته"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        {canDecide && (
          <button type="button" className="button button-small" onClick={beginCategory}>
            <FolderPlus size={16} aria-hidden="true" />
            دستهٔ تازه <KeyHint code="KeyN" />
          </button>
        )}
      </div>
      {canDecide && <ShareBar categories={categories} />}
      {shown.length === 0 && <Nothing isFiltered={isFiltered} />}
      {shown.map((category) => (
        <CategorySection
          key={category.type}
          category={category}
          siblings={categories.map(({ type }) => type)}
          canDecide={canDecide}
          canOrder={canDecide && !isFiltered}
          onAsk={setAsked}
        />
      ))}
      <HideDialog />
      <CategoryForm
        key={`category ${asked?.kind === "category" ? (asked.category?.version ?? "") : ""}`}
        asked={asked?.kind === "category" ? asked : null}
        onClose={close}
      />
      <SubcategoryForm
        key={`subcategory ${asked?.kind === "subcategory" ? (asked.subcategory?.id ?? "") : ""}`}
        asked={asked?.kind === "subcategory" ? asked : null}
        tutorials={tutorials}
        onClose={close}
      />
      <PictureForm asked={asked?.kind === "picture" ? asked : null} onClose={close} />
      <NewProduct
        key={`product ${asked?.kind === "product" ? asked.subcategory.id : ""}`}
        subcategory={asked?.kind === "product" ? asked.subcategory : null}
        onClose={close}
      />
    </div>
  );
}

interface FiltersProps {
  categories: readonly Category[];
  filter: Filter;
  onFilter: (filter: Filter) => void;
}

function Filters({ categories, filter, onFilter }: FiltersProps) {
  const products = categories.flatMap(({ subcategories }) =>
    subcategories.flatMap((one) => one.products),
  );
  return (
    <nav className="story-filters" aria-label="کدام کالاها">
      {(Object.keys(FILTERS) as Filter[]).map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={filter === name}
          onClick={() => onFilter(name)}
        >
          <span>{FILTERS[name][0]}</span>
          <b>{formatNumber(products.filter(FILTERS[name][1]).length)}</b>
        </button>
      ))}
    </nav>
  );
}

const Nothing = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState
      icon={<Search size={28} aria-hidden="true" />}
      text="کالایی با این نشانه‌ها نیست."
      next="واژهٔ کوتاه‌تری بنویسید یا «همه» را بزنید."
    />
  ) : (
    <EmptyState
      icon={<Tag size={28} aria-hidden="true" />}
      text="هنوز کالایی نیست."
      next="از «دستهٔ تازه» آغاز کنید، یا پرونده‌ای را با npm run desk -- import بخوانید."
    />
  );

/** Returns the products that match a text and a filter, with their categories. */
function filterGoods(
  categories: readonly Category[],
  text: string,
  fits: (product: Product) => boolean,
): Category[] {
  const requested = searchKey(text).split(" ");
  const has = (words: string) => {
    const key = searchKey(words);
    return requested.every((word) => key.includes(word));
  };
  return categories.flatMap((category) => {
    const subcategories = category.subcategories.flatMap((subcategory) => {
      const { displayName, latinName } = subcategory;
      const products = subcategory.products.filter(
        (product) =>
          fits(product) &&
          has(
            `${displayName} ${latinName} ${product.name} ${product.region} ${product.denomination}`,
          ),
      );
      return products.length === 0 ? [] : [{ ...subcategory, products }];
    });
    return subcategories.length === 0 ? [] : [{ ...category, subcategories }];
  });
}
