/** Computes the place of a popover beside its element, in pixels of the window. */

export type Side = "top" | "bottom" | "left" | "right";

interface Size {
  width: number;
  height: number;
}

export interface Box extends Size {
  x: number;
  y: number;
}

export interface Place {
  side: Side;
  x: number;
  y: number;
  /** The height that is free at this place. */
  room: number;
}

const GAP = 6;
/** The margin to the edges of the window. */
const EDGE = 8;
const OPPOSITE: Record<Side, Side> = { top: "bottom", bottom: "top", left: "right", right: "left" };
const ACROSS: Record<Side, Side[]> = {
  top: ["left", "right"],
  bottom: ["left", "right"],
  left: ["top", "bottom"],
  right: ["top", "bottom"],
};

/**
 * Finds the place of a popover, within the window. Chooses the first side with enough space: the
 * requested one, the opposite one, then the other two. If no side has enough, chooses the larger
 * space of the requested and the opposite side.
 */
export function findPlace(anchor: Box, popover: Size, window: Size, requested: Side): Place {
  const room: Record<Side, number> = {
    top: anchor.y - GAP - EDGE,
    bottom: window.height - anchor.y - anchor.height - GAP - EDGE,
    left: anchor.x - GAP - EDGE,
    right: window.width - anchor.x - anchor.width - GAP - EDGE,
  };
  const isUpright = (side: Side) => side === "top" || side === "bottom";
  const fits = (side: Side) => room[side] >= (isUpright(side) ? popover.height : popover.width);
  const opposite = OPPOSITE[requested];
  const roomier = room[opposite] > room[requested] ? opposite : requested;
  const side = [requested, opposite, ...ACROSS[requested]].find(fits) ?? roomier;
  const height = isUpright(side) ? Math.min(popover.height, room[side]) : popover.height;
  const middle = {
    x: anchor.x + (anchor.width - popover.width) / 2,
    y: anchor.y + (anchor.height - height) / 2,
  };
  const beside: Record<Side, { x: number; y: number }> = {
    top: { x: middle.x, y: anchor.y - GAP - height },
    bottom: { x: middle.x, y: anchor.y + anchor.height + GAP },
    left: { x: anchor.x - GAP - popover.width, y: middle.y },
    right: { x: anchor.x + anchor.width + GAP, y: middle.y },
  };
  return {
    side,
    x: keepWithin(beside[side].x, popover.width, window.width),
    y: keepWithin(beside[side].y, height, window.height),
    room: isUpright(side) ? room[side] : window.height - 2 * EDGE,
  };
}

function keepWithin(start: number, size: number, whole: number): number {
  return Math.max(EDGE, Math.min(start, whole - size - EDGE));
}
