import { describe, expect, it } from 'vitest';
import * as make from '#tests/support/samples/images.ts';
import { imageHeaderOf } from './image-header';

const { bytesOf, png, jpeg, jpegSize, jpegSegment, gif, gifFrame, webp, vp8, vp8l, vp8x, webpFrame, bmp, oldBmp } = make;
const animation = (count: number) => make.pngChunk('acTL', [...make.big(count), 0, 0, 0, 0]);

describe('the header of', () => {
  it.each([
    ['PNG', png(3, 5), ['png', 3, 5, 1]],
    ['a huge PNG', png(27_000, 27_000), ['png', 27_000, 27_000, 1]],
    ['the largest PNG', png(2 ** 32 - 1, 2 ** 32 - 1), ['png', 2 ** 32 - 1, 2 ** 32 - 1, 1]],
    ['an animated PNG', png(3, 5, animation(7), make.pngFrame(3, 5)), ['png', 3, 5, 7]],
    ['an animated PNG with more frames than it says', png(3, 5, animation(1), make.pngFrame(3, 5), make.pngFrame(2, 2)), ['png', 3, 5, 2]],
    ['an animated PNG with a frame outside', png(3, 5, animation(1), make.pngFrame(9000, 1, 0, 7)), ['png', 9000, 8, 1]],
    ['a JPEG', jpeg(jpegSegment(0xe0, [1, 2]), jpegSize(640, 480)), ['jpeg', 640, 480, 1]],
    [
      'a progressive JPEG',
      jpeg(
        jpegSegment(
          0xe1,
          Array.from({ length: 40_000 }, () => 0xff),
        ),
        jpegSize(640, 480, 0xc2),
      ),
      ['jpeg', 640, 480, 1],
    ],
    ['an arithmetic JPEG', jpeg(jpegSize(9, 9, 0xc9)), ['jpeg', 9, 9, 1]],
    ['a JPEG with tables before its size', jpeg(jpegSegment(0xc4, [1]), jpegSegment(0xdb, [1]), jpegSize(9, 9)), ['jpeg', 9, 9, 1]],
    ['a JPEG with fill bytes', jpeg(bytesOf([0xff, 0xff, 0xff]), jpegSize(9, 9)), ['jpeg', 9, 9, 1]],
    ['a JPEG with bytes between segments', jpeg(jpegSegment(0xe0, [1]), bytesOf([1, 2, 3]), jpegSize(9, 9)), ['jpeg', 9, 9, 1]],
    ['a JPEG of two sizes', jpeg(jpegSize(9, 9), jpegSize(60_000, 4)), ['jpeg', 60_000, 9, 1]],
    ['a JPEG with a thumbnail', jpeg(jpegSegment(0xe1, [...jpeg(jpegSize(160, 120))]), jpegSize(4, 2)), ['jpeg', 4, 2, 1]],
    ['a GIF', gif(1, 2, gifFrame(1, 2)), ['gif', 1, 2, 1]],
    ['an animated GIF', gif(1, 2, ...Array.from({ length: 40 }, () => gifFrame(1, 1))), ['gif', 1, 2, 40]],
    ['a GIF whose frame is larger than its screen', gif(1, 1, gifFrame(60_000, 3, 0, 9)), ['gif', 60_000, 12, 1]],
    ['a GIF of version 87a', bytesOf('GIF87a', gif(1, 2, gifFrame(1, 2)).subarray(6)), ['gif', 1, 2, 1]],
    ['a lossy WebP', webp(vp8(320, 200)), ['webp', 320, 200, 1]],
    ['a lossless WebP', webp(vp8l(320, 16_384)), ['webp', 320, 16_384, 1]],
    ['an extended WebP', webp(vp8x(320, 200), vp8(320, 200)), ['webp', 320, 200, 1]],
    ['an extended WebP that understates its picture', webp(vp8x(2, 2), vp8l(9000, 4)), ['webp', 9000, 4, 1]],
    ['an extended WebP with a huge canvas', webp(vp8x(2 ** 24, 2 ** 24), vp8(2, 2)), ['webp', 2 ** 24, 2 ** 24, 1]],
    ['an animated WebP', webp(vp8x(8, 8), webpFrame(8, 8, vp8(8, 8)), webpFrame(4, 4, vp8l(4, 4), 2, 2)), ['webp', 8, 8, 2]],
    ['an animated WebP with a frame outside', webp(vp8x(8, 8), webpFrame(5000, 8, vp8(8, 8), 2, 0)), ['webp', 5002, 8, 1]],
    ['an animated WebP with another size in its frame', webp(vp8x(8, 8), webpFrame(8, 8, vp8(8, 9999))), ['webp', 8, 9999, 1]],
    ['a BMP', bmp(7, 9), ['bmp', 7, 9, 1]],
    ['a BMP from the top', bmp(7, 2 ** 32 - 20_000), ['bmp', 7, 20_000, 1]],
    ['a BMP of version 5', bmp(7, 9, 3, 124), ['bmp', 7, 9, 1]],
    ['an old BMP', oldBmp(7, 65_535), ['bmp', 7, 65_535, 1]],
  ] as const)('%s', (_what, bytes, [kind, width, height, frames]) => {
    expect(imageHeaderOf(bytes)).toEqual({ kind, width, height, frames });
  });
});

it.each([
  ['nothing', new Uint8Array()],
  ['SVG', bytesOf('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['SVG after white space', bytesOf('\n <?xml version="1.0"?><svg/>')],
  ['PDF', bytesOf('%PDF-1.7')],
  ['HTML', bytesOf('<!doctype html><img src=x>')],
  ['AVIF', bytesOf([0, 0, 0, 0x1c], 'ftypavif')],
  ['an icon', bytesOf([0, 0, 1, 0, 1, 0, 16, 16])],
  ['TIFF', bytesOf('II*\0')],
  ['a sound', bytesOf('RIFF', [0, 0, 0, 0], 'WAVE')],
  ['PNG after a byte', bytesOf(0, png(1, 1))],
  [
    'PNG with another first chunk',
    bytesOf(
      '\x89PNG\r\n\x1a\n',
      make.pngChunk(
        'tEXt',
        Array.from({ length: 13 }, () => 1),
      ),
      make.pngSize(1, 1),
    ),
  ],
  ['PNG with a short first chunk', bytesOf('\x89PNG\r\n\x1a\n', make.pngChunk('IHDR', [0, 0, 0, 1, 0, 0, 0, 1]), png(1, 1))],
  ['PNG without an area', png(0, 5)],
  ['JPEG without a size', jpeg(jpegSegment(0xe0, [1]))],
  ['JPEG whose size follows its scan', bytesOf(jpeg(), jpegSize(9, 9))],
  ['JPEG whose height follows its scan', jpeg(jpegSize(9, 0))],
  ['GIF without an area', gif(0, 0)],
  ['GIF of another version', bytesOf('GIF88a', gif(1, 1).subarray(6))],
  ['WebP without a picture', webp()],
  ['WebP whose picture is after its end', bytesOf(webp(), vp8(8, 8))],
  ['WebP of another key frame', webp(make.webpChunk('VP8 ', bytesOf([0, 0, 0, 1, 2, 3, 8, 0, 8, 0])))],
  ['BMP that contains a JPEG', bmp(7, 9, 4)],
  ['BMP that contains a PNG', bmp(7, 9, 5)],
  ['BMP with another header', bmp(7, 9, 0, 200)],
  ['BMP without an area', bmp(0, 9)],
  ['a text that starts like a BMP', bytesOf('BMW <svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
])('%s has none', (_what, bytes) => {
  expect(imageHeaderOf(bytes)).toBeNull();
});

it.each([
  ['png', png(3, 5, animation(2), make.pngFrame(3, 5)), 33],
  ['jpeg', jpeg(jpegSegment(0xe0, [1, 2]), jpegSize(6, 4)), 17],
  ['gif', gif(1, 2, gifFrame(1, 2)), 13],
  ['webp', webp(vp8x(8, 8), webpFrame(8, 8, vp8(8, 8))), 30],
  ['bmp', bmp(7, 9), 54],
] as const)('a %s file that ends anywhere is read without an error', (_kind, bytes, needed) => {
  for (let length = 0; length < bytes.length; length += 1) {
    const header = imageHeaderOf(bytes.slice(0, length));
    if (length < needed) expect(header).toBeNull();
  }
  expect(imageHeaderOf(bytes)).not.toBeNull();
});

it('lengths that lead nowhere end the reading', () => {
  const long = bytesOf('\x89PNG\r\n\x1a\n', make.pngSize(1, 1), [0xff, 0xff, 0xff, 0xff], 'acTL');
  expect(imageHeaderOf(long)).toMatchObject({ frames: 1 });
  expect(imageHeaderOf(bytesOf('RIFF', make.little(100), 'WEBP', vp8(8, 8), 'JUNK', [0xff, 0xff, 0xff, 0xff]))).toMatchObject({ width: 8 });
  expect(imageHeaderOf(jpeg(bytesOf([0xff, 0xe0, 0, 0]), jpegSize(9, 9)))).toMatchObject({ width: 9 });
});
