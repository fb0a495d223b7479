/**
 * Buys like a client that somebody else has written: with cookies, without a browser, through the
 * given URL. The shop must run with its sandbox, and its demo shopper must have a verified card.
 */

/** Makes calls with cookies, and writes a line about each into `done`. */
function createCall(shop, api, done) {
  const cookies = new Map();
  return async function call(method, path, body, expectedCode) {
    const response = await fetch(api + path, {
      method,
      headers: {
        accept: "application/json",
        origin: shop,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(body && { "content-type": "application/json" }),
      },
      body: body && JSON.stringify(body),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    if (response.status === 429 && path === "/auth") {
      const waitSeconds = Number(response.headers.get("retry-after"));
      await new Promise((done) => setTimeout(done, waitSeconds * 1_000));
      return call(method, path, body);
    }
    const text = await response.text();
    const answer = JSON.parse(text);
    const isExpected = expectedCode ? answer.code === expectedCode : response.ok;
    if (!isExpected || response.headers.has("sl-violations"))
      throw new Error(`${method} ${path} → ${response.status}: ${text}`);
    done.push(`${method} ${path}`);
    return answer;
  };
}

/**
 * @param {string} shop address of the shop; the sandbox is below it
 * @param {string} api address of the calls: the paths of the OpenAPI document are appended to it
 * @returns {Promise<string[]>} what was done, one line for each call
 */
export async function buyThrough(shop, api) {
  const done = [];
  const call = createCall(shop, api, done);
  const sandbox = async (path, body) => {
    const response = await fetch(`${shop}/sandbox${path}`, {
      method: body ? "POST" : "GET",
      headers: { "content-type": "application/json" },
      body: body && JSON.stringify(body),
    });
    return response.json();
  };

  const { phone } = await sandbox("/demo.json");
  await call("POST", "/auth", { username: phone });
  const [{ code }] = await sandbox(`/sms.json?to=${phone}`);
  const wrong = code === "0000" ? "0001" : "0000";
  await call("POST", "/auth/verify", { username: phone, otp: wrong }, "wrong_code");
  await call("POST", "/auth/verify", { username: phone, otp: code });
  await call("GET", "/users/profile");
  const { products } = await call("GET", "/products?type=giftcard&urlName=itunes");
  const product = products.find(
    ({ deliveryType, productQuantity }) => deliveryType === "instant" && productQuantity > 0,
  );
  await call("PUT", "/carts/quantity", { productId: product.id, quantity: 1 });
  await call("GET", "/carts");
  const { bankCards } = await call("GET", "/bankcards");
  const { url } = await call("POST", "/payments/initiate", {
    purpose: "cart_checkout",
    cardNumber: bankCards.find(({ status }) => status === "verified").cardNumber,
    isUsedWallet: false,
  });
  const authority = url.split("/").at(-1);
  await sandbox("/zarinpal/pay.json", { authority });
  const { orderId } = await call("POST", "/payments/verify", { authority });
  const { order } = await call("GET", `/orders/${orderId}`);
  for (const { id, deliveryStatus } of order.OrderItems)
    if (deliveryStatus === "delivered") await call("GET", `/orders/${orderId}/items/${id}/content`);
  await call("GET", "/orders/of-nobody", undefined, "order_not_found");
  await call("POST", "/orders", {}, "no_active_cart");
  for (const path of ["/orders", "/transactions", "/wallets/balance", "/tickets", "/referrals"])
    await call("GET", path);
  await call("POST", "/auth/logout");
  return done;
}
