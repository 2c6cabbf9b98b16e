import { expect, test } from 'vitest';
import { createPackedTexts } from './packed-texts';

test('each text is read as it was, also those that fill a buffer, are longer than one, or are empty', () => {
  const texts = createPackedTexts();
  const lengths = [0, 1, 300_000, 300_000, 500_000, 2 ** 20 - 4, 2 ** 20 - 3, 3_000_000, 0, 7];
  const kept = lengths.map((length, at) => 'aé€😀'.repeat(Math.ceil(length / 4)).slice(0, length) + at);
  const positions = kept.map((text) => texts.add(text));
  expect(positions.map((position) => texts.read(position)).map((text, at) => text === kept[at])).toEqual(kept.map(() => true));
});

test('many short texts take little more memory than they have bytes', () => {
  const texts = createPackedTexts();
  const text = 'x'.repeat(96);
  for (let count = 0; count < 100_000; count += 1) texts.add(text);
  expect(texts.add(text)).toBeLessThan(100_001 * 101);
});

test('a position without a text is refused', () => {
  expect(() => createPackedTexts().read(0)).toThrow('no text');
});
