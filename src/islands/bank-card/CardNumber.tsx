/** A card's number in groups of four, shown apart by a gap so that what is copied stays the plain number. None is one that cannot be read. */
export function CardNumber({ digits }: { digits: string }) {
  if (digits === "") return <span className="text-muted">ناخوانا</span>;
  return (
    <bdi dir="ltr" className="card-number tabular">
      {(digits.match(/.{1,4}/g) ?? []).map((group, index) => (
        <span key={index}>{group}</span>
      ))}
    </bdi>
  );
}
