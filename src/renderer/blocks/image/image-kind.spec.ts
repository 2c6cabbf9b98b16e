import { describe, expect, it } from 'vitest';
import { imageKindOf, isAnimated } from './image-kind';

const bytesOf = (...parts: readonly (string | readonly number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? Array.from(part, (c) => c.charCodeAt(0)) : part)));

const chunk = (name: string, length: number) =>
  bytesOf(
    [0, 0, 0, length],
    name,
    Array.from({ length: length + 4 }, () => 0),
  );
const png = (...chunks: readonly string[]) => bytesOf('\x89PNG\r\n\x1a\n', ...chunks.map((name) => [...chunk(name, 13)]));
const webp = (...chunks: readonly string[]) =>
  bytesOf('RIFF', [0, 0, 0, 0], 'WEBP', ...chunks.map((name) => [...bytesOf(name, [5, 0, 0, 0], [0, 0, 0, 0, 0, 0])]));
/** One color table of two colors, and frames of one block each. */
const gif = (frames: number) => {
  const frame = [0x21, 0xf9, 4, 0, 0, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0];
  return bytesOf('GIF89a', [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255], Array.from({ length: frames }, () => frame).flat(), [0x3b]);
};

describe('the format of a file', () => {
  it.each([
    ['png', png('IHDR')],
    ['jpeg', bytesOf([0xff, 0xd8, 0xff, 0xe0])],
    ['gif', gif(1)],
    ['webp', webp('VP8X')],
    ['bmp', bytesOf('BM', [0, 0])],
    [null, bytesOf('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    [null, bytesOf('%PDF-1.7')],
    [null, bytesOf([0, 0, 0, 0x1c], 'ftypavif')],
    [null, bytesOf('RIFF', [0, 0, 0, 0], 'WAVE')],
    [null, new Uint8Array()],
  ])('is %s', (expected, bytes) => {
    expect(imageKindOf(bytes)).toBe(expected);
  });
});

describe('animated images', () => {
  it.each([
    ['png', png('IHDR', 'acTL', 'IDAT'), true],
    ['png', png('IHDR', 'IDAT'), false],
    ['webp', webp('VP8X', 'ANIM'), true],
    ['webp', webp('VP8X', 'VP8L'), false],
    ['gif', gif(2), true],
    ['gif', gif(1), false],
    ['gif', gif(40).subarray(0, 40), false],
    ['jpeg', bytesOf([0xff, 0xd8, 0xff]), false],
  ] as const)('%s %#', (kind, bytes, expected) => {
    expect(isAnimated(bytes, kind)).toBe(expected);
  });

  it('aren’t searched for beyond the end of a broken file', () => {
    const broken = bytesOf('\x89PNG\r\n\x1a\n', [0xff, 0xff, 0xff, 0xff], 'IHDR');
    expect(isAnimated(broken, 'png')).toBe(false);
  });
});
