/**
 * A card number in groups of four. The gaps are CSS, so that copying gives plain digits. Empty
 * `digits` stand for a number that could not be read.
 */
export function CardNumber({ digits }: { digits: string }) {
  if (digits === "") return <span className="text-muted">ناخوانا</span>;
  return (
    <bdi dir="ltr" translate="no" className="card-number tabular">
      {(digits.match(/.{1,4}/g) ?? []).map((group, index) => (
        <span key={index}>{group}</span>
      ))}
    </bdi>
  );
}
