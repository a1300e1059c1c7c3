import { expect, it } from 'vitest';
import { findAddress } from '../../sandbox/postal-codes.ts';

it.each([
  ['1000001', { prefName: '東京都', cityName: '千代田区', townName: '千代田' }],
  ['0608621', { prefName: '北海道', cityName: '札幌市中央区', townName: '北一条西' }],
  ['1000000', { prefName: '東京都', cityName: '千代田区', townName: '' }],
  ['9999999', undefined],
])('%s is %o', (postalCode, address) => {
  expect(findAddress(postalCode)).toEqual(address);
});
