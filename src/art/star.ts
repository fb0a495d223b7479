/** Returns the path of an eight-pointed star made of two squares, `radius` from centre to tip. */
export function starPath(radius: number): string {
  const dent = (radius * Math.cos(Math.PI / 4)) / Math.cos(Math.PI / 8);
  const points = Array.from({ length: 16 }, (_, index) => {
    const reach = index % 2 === 0 ? radius : dent;
    const angle = (index * Math.PI) / 8;
    return `${shorten(reach * Math.cos(angle))} ${shorten(reach * Math.sin(angle))}`;
  });
  return `M${points.join("L")}Z`;
}

/** Writes a coordinate with at most one decimal and no needless zeros. */
export function shorten(value: number): string {
  return String(Math.round(value * 10) / 10 + 0);
}
