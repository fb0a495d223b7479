/**
 * Returns the network that rate limits count by: an IPv4 address itself, or the /64 network of an
 * IPv6 address, since one customer holds all addresses in it (RFC 6177). Other texts stay
 * unchanged.
 */
export function networkOf(address: string): string {
  if (!/^[0-9a-f:]+$/i.test(address) || !address.includes(":")) return address;
  const [head = "", tail = ""] = address.toLowerCase().split("::");
  const front = head.split(":").filter((group) => group !== "");
  const back = tail.split(":").filter((group) => group !== "");
  const missing = address.includes("::") ? Math.max(0, 8 - front.length - back.length) : 0;
  const groups = [...front, ...Array.from({ length: missing }, () => "0"), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
