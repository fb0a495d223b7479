import { expect, test } from "vitest";
import { networkOf, wideNetworkOf } from "../../api/base/network.ts";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:db8::ffff:19", "2001:db8:0:0::/64"],
  ["2001:0DB8:0000:0000:1:2:3:4", "2001:db8:0:0::/64"],
  ["2001:db8:0:1::1", "2001:db8:0:1::/64"],
  ["::1", "0:0:0:0::/64"],
  ["unknown", "unknown"],
])("rate limits count %s as %s", (address, network) => expect(networkOf(address)).toBe(network));

test.each([
  ["192.0.2.7", "192.0.2.0/24"],
  ["2001:db8::1", "2001:db8:0::/48"],
  ["2001:0DB8:0001:0000:1:2:3:4", "2001:db8:1::/48"],
  ["2001:db8:1:ffff::1", "2001:db8:1::/48"],
  ["unknown", "unknown"],
])("the wide network of %s is %s", (address, network) =>
  expect(wideNetworkOf(address)).toBe(network),
);
