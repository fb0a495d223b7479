/** Scrolls to the product that the query parameter `product` of a listing names, and focuses it. */
export function showNamedProduct(): void {
  const id = new URLSearchParams(location.search).get("product");
  const product = id === null ? null : document.getElementById(`product-${id}`);
  if (!product) return;
  product.dataset["named"] = "";
  product.scrollIntoView({ block: "center" });
  product.focus({ preventScroll: true });
}
