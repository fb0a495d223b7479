/** The position of a picture: its distance from the middle in pixels, its zoom and its rotation. */
export interface View {
  x: number;
  y: number;
  scale: number;
  degrees: number;
}

interface Point {
  x: number;
  y: number;
}

export const UPRIGHT: View = { x: 0, y: 0, scale: 1, degrees: 0 };
const SCALE_MAX = 8;

/**
 * Zooms by a factor around a point, which stays where it is. At its original size the picture is in
 * the middle.
 */
export function zoom(view: View, factor: number, at: Point = { x: 0, y: 0 }): View {
  const scale = Math.min(SCALE_MAX, Math.max(1, view.scale * factor));
  if (scale === 1) return { ...view, x: 0, y: 0, scale };
  const grown = scale / view.scale;
  return { ...view, scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown };
}

export function drag(view: View, from: Point, to: Point): View {
  return view.scale === 1
    ? view
    : { ...view, x: view.x + to.x - from.x, y: view.y + to.y - from.y };
}

/**
 * Handles the move of one of two fingers: zooms the picture by the change of their distance, around
 * the point between them.
 */
export function pinch(view: View, from: Point, to: Point, other: Point): View {
  const apart = (one: Point) => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
  const middle = { x: (to.x + other.x) / 2, y: (to.y + other.y) / 2 };
  return zoom(view, apart(to) / apart(from), middle);
}

export function turn(view: View): View {
  return { ...view, x: 0, y: 0, degrees: (view.degrees + 90) % 360 };
}
