import { acceptedBrands, type CardBrand } from '../../../signup/card/card-brand.ts';
import { LiveRegion } from '../../shared/LiveRegion.tsx';

/** Once the first digits tell the brand: its name, and which ones are accepted if it is not. */
export function CardBrandNote({ brand }: { brand: CardBrand | null }) {
  return (
    <LiveRegion className="card-brand">
      {brand?.isAccepted && <strong>{brand.name}</strong>}
      {brand?.isAccepted === false && (
        <span className="card-brand-other">{unacceptedBrand(brand.name, acceptedBrands)}</span>
      )}
    </LiveRegion>
  );
}

/** The brand follows from the number alone (specification §1 lists the accepted ones). */
export const unacceptedBrand = (brand: string, accepted: readonly string[]): string =>
  `${brand}のカード番号のようです。ご利用いただけるのは、${accepted.join('・')}です。`;
