/** A product's address is its listing with `?product=`: leads the eye there. */
export function showNamedProduct(): void {
  const id = new URLSearchParams(location.search).get("product");
  const product = id === null ? null : document.getElementById(`product-${id}`);
  if (!product) return;
  product.dataset["named"] = "";
  product.scrollIntoView({ block: "center" });
  product.focus({ preventScroll: true });
}
