import { expect, test } from 'vitest';
import { crockford32 } from './crockford';

test.each([
  { bytes: [], text: '' },
  { bytes: [0], text: '00' },
  { bytes: [255], text: 'zw' },
  { bytes: [0, 0, 0, 0, 0], text: '00000000' },
  { bytes: [255, 255, 255, 255, 255], text: 'zzzzzzzz' },
  { bytes: [0x00, 0x44, 0x32, 0x14, 0xc7], text: '01234567' },
])('$bytes becomes $text', ({ bytes, text }) => {
  expect(crockford32(Uint8Array.from(bytes))).toBe(text);
});

test('28 bytes make the 45 characters of the service, none of them i, l, o or u', () => {
  for (let value = 0; value < 256; value += 1) {
    expect(crockford32(new Uint8Array(28).fill(value))).toMatch(/^[0-9a-hjkmnp-tv-z]{45}$/);
  }
});

test('different bytes give different texts', () => {
  const texts = Array.from({ length: 256 }, (_, value) => crockford32(Uint8Array.of(value, 255 - value)));
  expect(new Set(texts).size).toBe(256);
});
