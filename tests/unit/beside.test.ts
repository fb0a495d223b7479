import { describe, expect, test } from "vitest";
import { findPlace, type Side } from "../../src/parts/beside.ts";

const WINDOW = { width: 400, height: 800 };
const TOOLTIP = { width: 100, height: 30 };
const at = (x: number, y: number) => ({ x, y, width: 40, height: 20 });

describe("findPlace", () => {
  test.each<[Side, number, number]>([
    ["top", 170, 364],
    ["bottom", 170, 426],
    ["left", 94, 395],
    ["right", 246, 395],
  ])("puts a popover at the %s where there is room, in the middle of its element", (side, x, y) => {
    expect(findPlace(at(200, 400), TOOLTIP, WINDOW, side)).toMatchObject({ side, x, y });
  });

  test.each<[Side, Side, number, number]>([
    ["top", "bottom", 200, 10],
    ["bottom", "top", 200, 770],
    ["left", "right", 10, 400],
    ["right", "left", 350, 400],
  ])("moves a popover that does not fit at the %s to the %s", (requested, side, x, y) => {
    expect(findPlace(at(x, y), TOOLTIP, WINDOW, requested)).toMatchObject({ side });
  });

  test("puts a popover above or below when it fits neither left nor right", () => {
    const wide = { width: 300, height: 30 };
    expect(findPlace(at(180, 400), wide, WINDOW, "left")).toMatchObject({ side: "top", x: 50 });
  });

  test.each([0, 195, 380])("keeps a popover within the window, beside an element at %i", (x) => {
    const place = findPlace(at(x, 400), { width: 300, height: 30 }, WINDOW, "top");
    expect(place.x).toBeGreaterThanOrEqual(8);
    expect(place.x + 300).toBeLessThanOrEqual(392);
  });

  test("puts a popover that fits nowhere on the side with more space, and returns that space", () => {
    const list = { width: 380, height: 700 };
    expect(findPlace(at(0, 200), list, WINDOW, "bottom")).toMatchObject({
      side: "bottom",
      y: 226,
      room: 566,
    });
    expect(findPlace(at(0, 600), list, WINDOW, "bottom")).toMatchObject({
      side: "top",
      y: 8,
      room: 586,
    });
  });
});
