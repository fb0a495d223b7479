import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import { readSettings } from "../../api/base/settings.ts";
import { deployConfigs } from "../../scripts/deploy/configs.mjs";
import { root } from "../../scripts/run/root.mjs";

const read = (path: string) =>
  parse(readFileSync(join(root, path), "utf8")) as Record<string, unknown>;
const tracked = { shop: read("api/wrangler.toml"), edge: read("wrangler.toml") };
const own = read("shop.example.toml");

describe("both workers", () => {
  it.each(Object.entries(deployConfigs(own, tracked)))(
    "%s has no second address, and stores its own log lines, but no URLs and headers",
    (_, config) => {
      expect(config).toMatchObject({
        workers_dev: false,
        preview_urls: false,
        observability: { enabled: true, logs: { invocation_logs: false } },
        upload_source_maps: true,
      });
    },
  );
});

describe("the operator's settings", () => {
  it("are put into the configuration of the right worker", () => {
    const settings = { SMS_TEMPLATE_CODE: "own-code" };
    const { shop, edge } = deployConfigs({ ...own, database_id: "id-1", settings }, tracked);
    expect(shop).toMatchObject({
      d1_databases: [{ binding: "DB", database_id: "id-1" }],
      r2_buckets: [{ binding: "UPLOADS", bucket_name: "armaghan-uploads" }],
      vars: { PUBLIC_ORIGIN: "https://shop.example", SMS_TEMPLATE_CODE: "own-code" },
      placement: { region: "aws:eu-central-1" },
    });
    expect(edge).toMatchObject({
      routes: [{ pattern: "shop.example", custom_domain: true }],
      services: [{ binding: "SHOP", service: "armaghan-shop" }],
    });
    expect(shop).not.toHaveProperty("routes");
  });

  it("may name another backend", () => {
    const { edge } = deployConfigs({ ...own, api_origin: "https://backend.example" }, tracked);
    expect(edge).toMatchObject({ services: [], vars: { API_ORIGIN: "https://backend.example" } });
  });

  it("may have the address with www too", () => {
    const { edge } = deployConfigs(own, tracked, ["shop.example", "www.shop.example"]);
    expect(edge).toMatchObject({
      routes: [{ pattern: "shop.example" }, { pattern: "www.shop.example" }],
    });
  });
});

it("a shop without a secret that it needs is not deployed", () => {
  const { required } = tracked.shop["secrets"] as { required: string[] };
  let needed = "";
  try {
    readSettings({});
  } catch (error) {
    needed = String(error);
  }
  const names = [...needed.matchAll(/at ([A-Z_]+)/g)].map(([, name]) => name);
  expect([...required, "PUBLIC_ORIGIN"].toSorted()).toEqual(names.toSorted());
});
