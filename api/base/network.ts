/**
 * Returns the network that rate limits count by: an IPv4 address itself, or the /64 network of an
 * IPv6 address, since one customer holds all addresses in it (RFC 6177). Other texts stay
 * unchanged.
 */
export function networkOf(address: string): string {
  return ipv6Network(address, 4) ?? address;
}

/**
 * Returns the wide network of an address, which one caller may rent as a whole: the /24 of an IPv4
 * address, the /48 of an IPv6 address. Other texts stay unchanged.
 */
export function wideNetworkOf(address: string): string {
  const ipv4 = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(address);
  if (ipv4) return `${ipv4[1] ?? ""}.0/24`;
  return ipv6Network(address, 3) ?? address;
}

/** Returns the network of the first groups of an IPv6 address; null for any other text. */
function ipv6Network(address: string, groupCount: number): string | null {
  if (!/^[0-9a-f:]+$/i.test(address) || !address.includes(":")) return null;
  const [head = "", tail = ""] = address.toLowerCase().split("::");
  const front = head.split(":").filter((group) => group !== "");
  const back = tail.split(":").filter((group) => group !== "");
  const missing = address.includes("::") ? Math.max(0, 8 - front.length - back.length) : 0;
  const groups = [...front, ...Array.from({ length: missing }, () => "0"), ...back];
  const named = groups.slice(0, groupCount).map((group) => group.replace(/^0+(?=.)/, ""));
  return `${named.join(":")}::/${String(groupCount * 16)}`;
}
