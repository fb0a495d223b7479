/** Shows what shoppers read instead of the front page. */
export function Preview({ reason, until }: { reason: string; until: string }) {
  return (
    <figure className="closure-preview">
      <figcaption>خریدار این را می‌بیند</figcaption>
      <div>
        <b>فعلاً بسته‌ایم</b>
        <p>{reason}</p>
        <small>{until}</small>
      </div>
    </figure>
  );
}
