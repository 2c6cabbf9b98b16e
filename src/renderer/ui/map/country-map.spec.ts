import { expect, it, test } from 'vitest';
import { countryCircles, countryPosition } from './country-map';
import { landRows } from './map-points';

const country = (code: string, count: number) => ({ code, count, title: code });

it('draws larger circles first, by area', () => {
  const circles = countryCircles([country('NZ', 25), country('GB', 100), country('CH', 1)]);
  expect(circles.map(({ code, radius }) => [code, radius])).toEqual([
    ['GB', 7],
    ['NZ', 3.5],
    ['CH', 1.3],
  ]);
  expect(circles[0]).toMatchObject({ x: 89, y: 13 });
});

test.each([
  ['an unknown code', country('ZZ', 5)],
  ['no users', country('GB', 0)],
  ['a negative count', country('GB', -3)],
])('leaves out a country with %s', (_name, own) => {
  expect(countryCircles([own])).toEqual([]);
});

it('knows the codes in small letters', () => {
  expect(countryPosition('ch')).toEqual({ latitude: 47, longitude: 8 });
});

test.each([
  'AR',
  'AU',
  'BR',
  'CA',
  'CD',
  'CN',
  'DE',
  'DZ',
  'EG',
  'ES',
  'FR',
  'IN',
  'JP',
  'KZ',
  'MX',
  'NG',
  'PE',
  'RU',
  'SA',
  'TR',
  'US',
  'ZA',
])('places %s on land', (code) => {
  const { latitude, longitude } = countryPosition(code) ?? { latitude: 0, longitude: 0 };
  const [row, column] = [Math.floor((80 - latitude) / 2), Math.floor((longitude + 180) / 2)];
  const digit = Number.parseInt(landRows[row]?.[Math.floor(column / 4)] ?? '0', 16);
  expect((digit >> (3 - (column % 4))) & 1).toBe(1);
});
