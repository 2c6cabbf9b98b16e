import { describe, expect, it, test } from 'vitest';
import { bmp, bytesOf, dataUrlOf, gif, gifFrame, jpeg, jpegSize, png, vp8, webp } from '#tests/support/samples/images.ts';
import { checkPicture, isDataUrl, pictureOf } from './picture';

/** A scan in which nothing changes. */
const scans = (count: number) => Array.from({ length: count }, () => bytesOf([0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0x10, 0x7f]));
const frames = (count: number) => Array.from({ length: count }, () => gifFrame(1, 1));

test.each([
  ['a small PNG', png(16, 16), 'png'],
  ['the largest PNG', png(4096, 4096), 'png'],
  ['a wide PNG', png(4097, 1), 'too-many-pixels'],
  ['a high PNG', png(1, 4097), 'too-many-pixels'],
  ['a PNG of 2.9 GB', png(27_000, 27_000), 'too-many-pixels'],
  ['a JPEG', jpeg(jpegSize(4096, 4096)), 'jpeg'],
  ['a large JPEG', jpeg(jpegSize(20_000, 20_000)), 'too-many-pixels'],
  ['a progressive JPEG', bytesOf(jpeg(jpegSize(4096, 4096, 0xc2)), ...scans(15)), 'jpeg'],
  ['a small JPEG of many scans', bytesOf(jpeg(jpegSize(400, 400, 0xc2)), ...scans(1_000)), 'jpeg'],
  ['a JPEG that takes minutes', bytesOf(jpeg(jpegSize(4096, 4096, 0xc2)), ...scans(1_000)), 'too-many-pixels'],
  ['a large BMP', bmp(20_000, 20_000), 'too-many-pixels'],
  ['an animation', gif(500, 500, ...frames(200)), 'gif'],
  ['the longest large animation', gif(4096, 4096, ...frames(16)), 'gif'],
  ['a longer one', gif(4096, 4096, ...frames(17)), 'too-many-pixels'],
  ['an SVG', bytesOf('<svg/>'), 'wrong-type'],
  ['a PNG without a header', png(1, 1).slice(0, 20), 'unreadable'],
])('%s: %s', (_what, bytes, expected) => {
  const checked = checkPicture(bytes);
  expect(typeof checked === 'string' ? checked : checked.kind).toBe(expected);
});

const svg = btoa('<svg xmlns="http://www.w3.org/2000/svg"><filter id="f"/></svg>');

describe('a data URL is shown', () => {
  it.each([
    [dataUrlOf(png(1, 1)), 'png'],
    [dataUrlOf(jpeg(jpegSize(1, 1)), 'image/jpg'), 'jpeg'],
    [dataUrlOf(webp(vp8(1, 1)), 'image/webp'), 'webp'],
    [dataUrlOf(bmp(1, 1), 'image/x-ms-bmp'), 'bmp'],
    [dataUrlOf(png(1, 1), 'IMAGE/PNG;name=a.png'), 'png'],
    [dataUrlOf(png(1, 1)).replace('data:', 'DATA:'), 'png'],
    // The type of the picture is that of its bytes.
    [dataUrlOf(gif(1, 1), 'image/png'), 'gif'],
    // A picture that is also something else is only a picture.
    [dataUrlOf(bytesOf(png(1, 1), '<svg onload="alert(1)"/><script>alert(1)</script>')), 'png'],
    [dataUrlOf(bytesOf(gif(1, 1), '*/=1;alert(1)//'), 'image/gif'), 'gif'],
  ])('%#', (url, kind) => {
    const body = url.slice(url.indexOf(',') + 1);
    expect(pictureOf(url)?.url).toBe(`data:image/${kind};base64,${body}`);
  });

  it('with the white space of mail programs, which is left out', () => {
    const url = dataUrlOf(png(1, 1));
    expect(pictureOf(url.replace(/(.{40})/g, '$1\r\n').replace('\r\n', ''))?.url).toBe(url);
  });
});

it.each([
  '',
  'data:',
  'data:,',
  'https://example.com/a.png',
  `data:image/svg+xml;base64,${svg}`,
  'data:image/svg+xml,<svg/>',
  `DATA:IMAGE/SVG+XML;BASE64,${svg}`,
  `data:image/svg+xml;image/png;base64,${svg}`,
  `data:image/png+xml;base64,${svg}`,
  `data:image/png;base64,${svg}`,
  ` data:image/png;base64,${svg}`,
  dataUrlOf(png(1, 1), 'image/svg+xml'),
  dataUrlOf(png(1, 1), 'text/html'),
  dataUrlOf(png(1, 1), 'image/avif'),
  dataUrlOf(png(1, 1), 'image/x-icon'),
  dataUrlOf(png(1, 1), 'image/*'),
  dataUrlOf(png(1, 1), ''),
  dataUrlOf(png(1, 1)).replace(';base64', ''),
  dataUrlOf(png(1, 1)).replace('iVBO', 'iVB%4F'),
  dataUrlOf(png(1, 1)).replace('iVBO', 'iVB-_'),
  `${dataUrlOf(png(1, 1))}#${svg}`,
  `${dataUrlOf(png(1, 1))}?x`,
  dataUrlOf(png(27_000, 27_000)),
  dataUrlOf(png(1, 1)).slice(0, 40),
  `data:image/png;${'a=b;'.repeat(100)}base64,iVBO`,
  'blob:app://bundle/1',
  'javascript:alert(1)',
])('%s is not', (url) => {
  expect(pictureOf(url)).toBeNull();
});

test.each([
  ['data:image/png;base64,', true],
  [' DATA:text/html,x', true],
  ['https://example.com/data:', false],
  ['', false],
])('%j is a data URL: %s', (url, expected) => {
  expect(isDataUrl(url)).toBe(expected);
});
