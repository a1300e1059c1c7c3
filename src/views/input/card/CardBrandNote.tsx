import type { ReactNode } from 'react';
import { acceptedBrands, type CardBrand } from '../../../signup/card/card-brand.ts';
import { unusableBrand } from '../../../signup/messages.ts';
import { LiveRegion } from '../../shared/LiveRegion.tsx';

/** Our own drawings of the cards, 36 by 24 units. */
const drawings: Readonly<Record<string, ReactNode>> = {
  Visa: (
    <>
      <path fill="#1d3e9b" d="M0 0h36v24H0z" />
      <path fill="#fff" d="m11 6 5.5 10h3L25 6h-3l-4 7.5L14 6z" />
      <path fill="#f2b233" d="M0 20h36v4H0z" />
    </>
  ),
  Mastercard: (
    <>
      <path fill="#26262e" d="M0 0h36v24H0z" />
      <circle fill="#d9382c" cx="14" cy="12" r="7" />
      <circle fill="#f2a33a" cx="22" cy="12" r="7" />
    </>
  ),
  JCB: (
    <>
      <path fill="#fff" d="M0 0h36v24H0z" />
      <path fill="#1b5fae" d="M7 6q0-2 2-2h4v14q0 2-2 2H7z" />
      <path fill="#c8283c" d="M15 6q0-2 2-2h4v14q0 2-2 2h-4z" />
      <path fill="#2b8a45" d="M23 6q0-2 2-2h4v14q0 2-2 2h-4z" />
    </>
  ),
  'American Express': (
    <>
      <path fill="#1f6fb5" d="M0 0h36v24H0z" />
      <path fill="#fff" d="M5 8h26v2H5zM5 14h26v2H5z" />
    </>
  ),
};

function Drawing({ brand }: { brand: string }) {
  return (
    <svg className="card-brand-drawing" viewBox="0 0 36 24" aria-hidden="true">
      {drawings[brand]}
    </svg>
  );
}

/** Shows the accepted brands; once the first digits tell the brand, that brand, or that it is not accepted. */
export function CardBrandNote({ brand }: { brand: CardBrand | null }) {
  return (
    <LiveRegion className="card-brand">
      {brand === null && acceptedBrands.map((name) => <Drawing key={name} brand={name} />)}
      {brand?.isAccepted && (
        <>
          <Drawing brand={brand.name} />
          <strong>{brand.name}</strong>
        </>
      )}
      {brand?.isAccepted === false && (
        <span className="card-brand-other">{unusableBrand(brand.name, acceptedBrands)}</span>
      )}
    </LiveRegion>
  );
}
