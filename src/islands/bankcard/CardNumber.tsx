/** A card's number in groups of four, shown apart by a gap so that what is copied stays the plain number. */
export function CardNumber({ digits }: { digits: string }) {
  return (
    <bdi dir="ltr" className="card-number tabular">
      {(digits.match(/.{1,4}/g) ?? []).map((group, index) => (
        <span key={index}>{group}</span>
      ))}
    </bdi>
  );
}
