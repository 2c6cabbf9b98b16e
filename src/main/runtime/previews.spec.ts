import { describe, expect, it, test } from 'vitest';
import { bytesOf, dataUrlOf, gif, png } from '#tests/support/samples/images.ts';
import { createPreviews, inertDocument } from './previews';

function setUp() {
  let count = 0;
  const previews = createPreviews(() => `id${++count}`);
  const show = async (windowId: string, html: string) => (await previews.handlers.previews.show({ html }, { windowId })).path;
  return { previews, show };
}

describe('a preview', () => {
  it('has its own path', async () => {
    const { previews, show } = setUp();
    const [one, other] = [await show('a', '<p>one</p>'), await show('b', '<p>other</p>')];
    expect(one).toBe('/preview/id1');
    expect(previews.read(one)).toContain('<p>one</p>');
    expect(previews.read(other)).toContain('<p>other</p>');
  });

  it.each(['/preview/', '/preview/id2', '/preview/id1/', '/preview/../preview/id1', '/', '__proto__'])('is not at %s', async (path) => {
    const { previews, show } = setUp();
    await show('a', 'x');
    expect(previews.read(path)).toBeNull();
  });

  it('is deleted with its window, and after eight others of it', async () => {
    const { previews, show } = setUp();
    const first = await show('a', 'first');
    const ofOther = await show('b', 'other');
    for (let count = 0; count < 7; count += 1) await show('a', 'next');
    expect(previews.read(first)).not.toBeNull();
    await show('a', 'last');
    expect([previews.read(first), previews.read(ofOther)]).toEqual([null, expect.any(String)]);
    previews.forgetWindow('b');
    expect(previews.read(ofOther)).toBeNull();
  });
});

describe('the pictures of a preview', () => {
  it('are below its path, and deleted with it', async () => {
    const { previews, show } = setUp();
    const [first, second] = [png(2, 3), gif(4, 5)];
    const path = await show('a', `<img src="${dataUrlOf(first)}"><p style='background: url(${dataUrlOf(second, 'image/gif')})'>`);
    expect(previews.read(path)).toContain(`<img src="/preview/id1/0"><p style='background: url(/preview/id1/1)'>`);
    expect(previews.read(`${path}/0`)).toMatchObject({ kind: 'png', bytes: first });
    expect(previews.read(`${path}/1`)).toMatchObject({ kind: 'gif', bytes: second });
    expect([`${path}/2`, `${path}/01`, `${path}/0/0`, `${path}/-1`, '/preview/id2/0'].map(previews.read)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    previews.forgetWindow('a');
    expect(previews.read(`${path}/0`)).toBeNull();
  });

  it.each([
    ['an SVG', dataUrlOf(bytesOf('<svg/>'), 'image/svg+xml')],
    ['an SVG of another type', dataUrlOf(bytesOf('<svg/>'), 'image/png')],
    ['a picture of gigabytes', dataUrlOf(png(27_000, 27_000))],
    ['a picture in another form', 'data:image/png,%89PNG'],
    ['a picture in characters', dataUrlOf(png(1, 1)).replace(':', '&colon;')],
    ['a picture elsewhere', 'https://example.com/a.png'],
  ])('are not %s', async (_what, url) => {
    const { previews, show } = setUp();
    const path = await show('a', `<img src="${url}">`);
    expect([previews.read(path), previews.read(`${path}/0`)]).toEqual([expect.stringContaining(url), null]);
  });

  it('together have no more pixels than one animation', async () => {
    const { previews, show } = setUp();
    const path = await show('a', `<img src="${dataUrlOf(png(4096, 4096))}">`.repeat(20));
    expect([15, 16].map((index) => previews.read(`${path}/${index}`) !== null)).toEqual([true, false]);
  });
});

test.each([
  ['<link rel=preconnect href=https://x.example>', '<param rel=preconnect href=https://x.example>'],
  ['<LINK/rel=dns-prefetch>', '<param/rel=dns-prefetch>'],
  ['<link\nrel=x>', '<param\nrel=x>'],
  ['<lin<link>k rel=x>', '<lin<param>k rel=x>'],
  ['<<link >', '<<param >'],
  ['<meta http-equiv="refresh" content="0">', '<param http-equiv="refresh" content="0">'],
  ['<base href="https://x.example/">', '<param href="https://x.example/">'],
  ['<svg/onload=x><filter id=f>', '<param/onload=x><filter id=f>'],
  ['<basefont><linked><metadata>', '<basefont><linked><metadata>'],
  ['a < link', 'a < link'],
])('%j is shown as %j', (html, expected) => {
  expect(inertDocument(html)).toBe(`<!doctype html><meta charset="utf-8"><base target="_blank">${expected}`);
});
