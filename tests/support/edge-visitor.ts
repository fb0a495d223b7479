import type { TestShop } from "./shop.ts";

/** The cookies of a browser in front of the edge. */
export interface EdgeVisitor {
  cookie: string;
  setCookies: string[];
  answer: unknown;
}

/** Signs a new phone in and returns the cookie header of that browser. */
export async function signInAtEdge(
  { stack, sandbox }: Pick<TestShop, "stack" | "sandbox">,
  phone: string,
  address: string,
): Promise<EdgeVisitor> {
  const headers = {
    Origin: stack.url,
    "Content-Type": "application/json",
    "CF-Connecting-IP": address,
  };
  const post = (path: string, body: unknown, cookie?: string) =>
    fetch(`${stack.url}/api/v1${path}`, {
      method: "POST",
      headers: { ...headers, ...(cookie !== undefined && { Cookie: cookie }) },
      body: JSON.stringify(body),
    });
  const asked = await post("/auth", { username: phone });
  const visitor = asked.headers.getSetCookie().join(";").split(";")[0] ?? "";
  const [message] = await sandbox.messages(phone);
  const entered = await post(
    "/auth/verify",
    { username: phone, otp: message?.code ?? "" },
    visitor,
  );
  const setCookies = entered.headers.getSetCookie();
  // The answer sets both cookies that the session needs: the session's and the visitor's.
  const cookie = setCookies.map((line) => line.split(";")[0]).join("; ");
  return { cookie, setCookies, answer: await entered.json() };
}
