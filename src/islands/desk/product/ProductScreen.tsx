import { useStore } from "@nanostores/react";
import { ExternalLink, KeyRound } from "lucide-react";
import { useEffect } from "react";
import { listingAddress, productAddress } from "../../../../contract/address.ts";
import { formatNumber } from "../../../../persian/toman.ts";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { RowsSkeleton } from "../../../parts/Skeleton.tsx";
import { Toman } from "../../../parts/Toman.tsx";
import { $product, type ProductPage, loadProduct } from "../../../stores/desk/catalogue.ts";
import { Fact } from "../people/Part.tsx";
import { FactsForm } from "./FactsForm.tsx";
import { HideDialog } from "./HideDialog.tsx";
import { Prices } from "./Prices.tsx";
import { QuestionsForm } from "./QuestionsForm.tsx";
import { ShowButton } from "./ShowButton.tsx";
import { UnitsForm } from "./UnitsForm.tsx";
import { GoodsState } from "./GoodsState.tsx";
import { profitText } from "./margin.ts";

interface ProductScreenProps {
  id: string;
  canDecide: boolean;
  questionsMax: number;
}

/** One product: its facts, its price, and its prices so far. */
export function ProductScreen({ id, canDecide, questionsMax }: ProductScreenProps) {
  const loaded = useStore($product);
  useEffect(() => void loadProduct(id), [id]);
  if (loaded.state === "loading") return <RowsSkeleton rows={5} />;
  if (loaded.state === "failed")
    return <ErrorBox message={loaded.message} onRetry={() => void loadProduct(id)} />;
  const product = loaded.value;
  return (
    <div className="product-screen">
      <Head product={product} canDecide={canDecide} />
      <Prices product={product} canDecide={canDecide} />
      {canDecide && (
        <div className="product-side">
          <FactsForm product={product} />
          {product.deliveryType === "manual" && <UnitsForm product={product} />}
          <QuestionsForm key={product.questionsVersion} product={product} maximum={questionsMax} />
        </div>
      )}
      <HideDialog />
    </div>
  );
}

function Head({
  product,
  canDecide,
}: Pick<ProductScreenProps, "canDecide"> & { product: ProductPage }) {
  const { id, name, type, categoryName, subcategoryName, subcategoryUrlName: urlName } = product;
  const listing = listingAddress({ type, urlName });
  return (
    <section className="desk-card product-head" aria-labelledby="product-name">
      <header>
        <img src={product.imageUrl} alt="" width={96} height={60} />
        <div className="product-name">
          <p className="text-xs text-muted">
            <a className="desk-link" href="/desk/products">
              کالا و قیمت
            </a>
            <span>{` / ${categoryName} / ${subcategoryName}`}</span>
          </p>
          <h2 id="product-name" translate="no">
            {name}
          </h2>
        </div>
        <GoodsState product={product} isListed={product.isListed} />
        <div className="head-acts">
          {product.isOnSale && (
            <a
              className="button-quiet button-small"
              href={productAddress(listing, id)}
              target="_blank"
              rel="noopener"
              aria-label="در فروشگاه، در برگهٔ تازه"
            >
              <ExternalLink size={15} aria-hidden="true" /> در فروشگاه
            </a>
          )}
          {product.deliveryType === "instant" && (
            <a className="button-quiet button-small" href={`/desk/stock/${id}`}>
              <KeyRound size={15} aria-hidden="true" /> انبار کد
            </a>
          )}
          {canDecide && <ShowButton kind="product" id={id} name={name} isShown={product.isShown} />}
        </div>
      </header>
      <dl className="facts">
        <Fact name="ریجن">{product.region}</Fact>
        <Fact name="ارزش روی کارت">
          <bdi dir="ltr" lang="en" translate="no">
            {product.denomination}
          </bdi>
        </Fact>
        <Fact name="تحویل">{product.deliveryType === "instant" ? "آنی" : "دستی"}</Fact>
        <Fact name="آزاد برای فروش">
          {product.stock >= 100 ? "۱۰۰ یا بیشتر" : formatNumber(product.stock)}
        </Fact>
        <Fact name="بهای انبار">
          {product.unitCost === null ? "—" : <Toman amount={product.unitCost} />}
        </Fact>
        <Fact name="سود هر واحد">{profitText(product)}</Fact>
      </dl>
    </section>
  );
}
