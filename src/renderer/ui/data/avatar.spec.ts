import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { bytesOf, dataUrlOf, png } from '#tests/support/samples/images.ts';
import { Avatar } from './avatar';

const toneOf = (props: Parameters<typeof Avatar>[0]) => /tone\d/.exec(renderToStaticMarkup(createElement(Avatar, props)))?.[0];

const ids = ['3241a285-8329-4d69-8f3d-316e08cf140c', '8a1d5c2e-3c41-4e2f-9c11-000000000001', '5b0f3c1e-0c5c-4f0e-9a53-0c2f4a0e6a11'];

it('has the same color for an ID, whatever else is known', () => {
  for (const id of ids) {
    const tones = [
      toneOf({ id, name: 'Ada Lovelace', email: 'ada@analytical.example' }),
      toneOf({ id, name: 'Ada Lovelace' }),
      toneOf({ id, name: null, email: null }),
    ];
    expect(tones[0]).toBeDefined();
    expect(new Set(tones).size).toBe(1);
  }
});

const pictureOf = (imageUrl: string | null) =>
  /src="([^"]*)"/.exec(renderToStaticMarkup(createElement(Avatar, { id: 'a', name: 'Ada', imageUrl })))?.[1] ?? null;

it.each([
  ['a picture', dataUrlOf(png(64, 64)), dataUrlOf(png(64, 64))],
  ['a picture with another type', dataUrlOf(png(64, 64), 'image/webp'), dataUrlOf(png(64, 64))],
  ['no picture', null, null],
  ['a picture elsewhere', 'https://example.com/a.png', null],
  ['a picture that decodes to gigabytes', dataUrlOf(png(27_000, 27_000)), null],
  ['a drawing', dataUrlOf(bytesOf('<svg/>'), 'image/svg+xml'), null],
  ['a drawing that claims to be a picture', dataUrlOf(bytesOf('<svg/>')), null],
])('shows %s only if it may be decoded', (_what, url, shown) => {
  expect(pictureOf(url)).toBe(shown);
});
