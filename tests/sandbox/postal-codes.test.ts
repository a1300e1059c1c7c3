import { expect, it } from 'vitest';
import { cleanTown, findAddress } from '../../sandbox/postal-codes.ts';

it.each([
  ['1000001', { prefName: '東京都', cityName: '千代田区', townName: '千代田' }],
  ['0608621', { prefName: '北海道', cityName: '札幌市中央区', townName: '北一条西' }],
  ['1000000', { prefName: '東京都', cityName: '千代田区', townName: '' }],
  ['9999999', undefined],
])('%s is %o', (postalCode, address) => {
  expect(findAddress(postalCode)).toEqual(address);
});

it.each([
  ['千代田', '千代田'],
  ['以下に掲載がない場合', ''],
  ['境町の次に番地がくる場合', ''],
  ['利島村一円', ''],
  ['一円', '一円'],
  ['丸の内新丸の内ビルディング（１階）', '丸の内新丸の内ビルディング'],
  ['葛巻（第４０地割「５７番地１２５」〜第４５地割）', '葛巻'],
  ['種市第８地割〜第１４地割（玉川、戸類家）', '種市'],
  ['穴明２２地割、穴明２３地割', '穴明'],
  ['', ''],
])('%s becomes %o', (town, cleaned) => {
  expect(cleanTown(town)).toBe(cleaned);
});
