import { listingAddress, productAddress, squareAddress } from "../../contract/address.ts";
import { STARS_MAX } from "../../contract/rating.ts";
import type { Category, Product, Subcategory } from "../../contract/catalogue.ts";
import { settings } from "../settings.ts";

/**
 * Structured data for search engines (schema.org in JSON-LD). Digits are Latin and prices are in
 * rial, because toman has no ISO 4217 code. It contains only facts that the page shows.
 */
type JsonLd = Record<string, unknown>;

const RIAL_PER_TOMAN = 10;

export function organization(origin: string): JsonLd {
  return {
    ...seller(origin),
    logo: `${origin}/icons/512.png`,
    slogan: settings.slogan,
    email: settings.email,
    telephone: settings.phone,
    address: { "@type": "PostalAddress", streetAddress: settings.address, addressCountry: "IR" },
    sameAs: settings.social.map(({ url }) => url),
  };
}

/** The shop as the seller of a page's offers, in short; the front page has its full description. */
function seller(origin: string): JsonLd {
  return {
    "@type": "Organization",
    "@id": `${origin}/#organization`,
    name: settings.name,
    url: `${origin}/`,
  };
}

export function website(origin: string): JsonLd {
  return {
    "@type": "WebSite",
    "@id": `${origin}/#website`,
    name: settings.name,
    url: `${origin}/`,
    inLanguage: "fa-IR",
    publisher: { "@id": `${origin}/#organization` },
  };
}

/** Returns the path to a page, as names and URLs from the front page down. */
function breadcrumbs(origin: string, steps: readonly { name: string; path: string }[]): JsonLd {
  return {
    "@type": "BreadcrumbList",
    itemListElement: steps.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: `${origin}${path}`,
    })),
  };
}

export function listing(
  origin: string,
  category: Category,
  subcategory: Subcategory,
  products: readonly Product[],
): JsonLd[] {
  const path = listingAddress(subcategory);
  return [
    breadcrumbs(origin, [
      { name: settings.name, path: "/" },
      { name: `${category.displayName} ${subcategory.displayName}`, path },
    ]),
    seller(origin),
    ...products.map((product) => productOffer(origin, path, subcategory, product)),
  ];
}

function productOffer(
  origin: string,
  path: string,
  subcategory: Subcategory,
  product: Product,
): JsonLd {
  return {
    "@type": "Product",
    name: product.name,
    sku: product.id,
    description: `${product.name}، ریجن ${product.region}. ${subcategory.tagline}`,
    image: origin + (subcategory.ownPicture ?? squareAddress(product.id)),
    brand: { "@type": "Brand", name: subcategory.latinName },
    ...(product.rating && {
      aggregateRating: {
        "@type": "AggregateRating",
        ratingValue: product.rating.average,
        bestRating: STARS_MAX,
        ratingCount: product.rating.count,
      },
    }),
    offers: {
      "@type": "Offer",
      url: origin + productAddress(path, product.id),
      price: product.priceAfterDiscount * RIAL_PER_TOMAN,
      priceCurrency: "IRR",
      itemCondition: "https://schema.org/NewCondition",
      availability: `https://schema.org/${product.productQuantity > 0 ? "InStock" : "OutOfStock"}`,
      seller: { "@id": `${origin}/#organization` },
      hasMerchantReturnPolicy: {
        "@type": "MerchantReturnPolicy",
        applicableCountry: "IR",
        returnPolicyCategory: "https://schema.org/MerchantReturnNotPermitted",
      },
    },
  };
}

export function article(
  origin: string,
  tutorial: {
    title: string;
    description: string;
    path: string;
    image: string;
    publishedAt: Date;
    updatedAt: Date;
  },
): JsonLd[] {
  return [
    breadcrumbs(origin, [
      { name: settings.name, path: "/" },
      { name: "آموزش‌ها", path: "/tutorials" },
      { name: tutorial.title, path: tutorial.path },
    ]),
    {
      "@type": "Article",
      headline: tutorial.title,
      description: tutorial.description,
      image: `${origin}${tutorial.image}`,
      inLanguage: "fa-IR",
      datePublished: tutorial.publishedAt.toISOString(),
      dateModified: tutorial.updatedAt.toISOString(),
      mainEntityOfPage: `${origin}${tutorial.path}`,
      author: { "@id": `${origin}/#organization` },
      publisher: organization(origin),
    },
  ];
}

/**
 * Returns the text of a JSON-LD script element. Escapes `<`, so that a product's name cannot end
 * the script.
 */
export function structuredText(things: readonly JsonLd[]): string {
  return JSON.stringify({ "@context": "https://schema.org", "@graph": things }).replace(
    /</g,
    "\\u003c",
  );
}
