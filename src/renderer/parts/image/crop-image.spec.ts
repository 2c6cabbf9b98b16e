import { expect, it } from 'vitest';
import { compressImage, type ImageEncoding } from './crop-image';

function encoder(lengthOf: (encoding: ImageEncoding) => number) {
  const tried: ImageEncoding[] = [];
  const encode = async (encoding: ImageEncoding) => {
    tried.push(encoding);
    return 'x'.repeat(Math.round(lengthOf(encoding)));
  };
  return { tried, encode };
}

it('keeps 512 pixels at the best quality if that is small enough', async () => {
  const { encode, tried } = encoder(({ size }) => size);
  expect(await compressImage(encode, 4000, 512)).toHaveLength(512);
  expect(tried).toEqual([{ size: 512, quality: 0.9 }]);
});

it('doesn’t enlarge a small image', async () => {
  const { encode, tried } = encoder(() => 1);
  await compressImage(encode, 40.4, 100);
  await compressImage(encode, 0.2, 100);
  expect(tried.map(({ size }) => size)).toEqual([40, 1]);
});

it('lowers the quality first, then the size', async () => {
  const { encode, tried } = encoder(({ size, quality }) => size * quality);
  expect((await compressImage(encode, 600, 200))?.length).toBeLessThanOrEqual(200);
  expect(tried.map(({ size, quality }) => `${size} ${quality}`)).toEqual([
    '512 0.9',
    '512 0.8',
    '512 0.65',
    '512 0.5',
    '384 0.9',
    '384 0.8',
    '384 0.65',
    '384 0.5',
  ]);
});

it('returns null if nothing is small enough', async () => {
  const { encode } = encoder(() => 11);
  expect(await compressImage(encode, 600, 10)).toBeNull();
});
