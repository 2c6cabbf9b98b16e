import { describe, expect, it, test } from 'vitest';
import { createPreviews, inertDocument } from './previews';

function setUp() {
  let count = 0;
  const previews = createPreviews(() => `id${++count}`);
  const show = async (windowId: string, html: string) => (await previews.handlers.previews.show({ html }, { windowId })).path;
  return { previews, show };
}

describe('a preview', () => {
  it('has a path of its own', async () => {
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

test.each([
  ['<link rel=preconnect href=https://x.example>', '<param rel=preconnect href=https://x.example>'],
  ['<LINK/rel=dns-prefetch>', '<param/rel=dns-prefetch>'],
  ['<link\nrel=x>', '<param\nrel=x>'],
  ['<lin<link>k rel=x>', '<lin<param>k rel=x>'],
  ['<<link >', '<<param >'],
  ['<meta http-equiv="refresh" content="0">', '<param http-equiv="refresh" content="0">'],
  ['<base href="https://x.example/">', '<param href="https://x.example/">'],
  ['<basefont><linked><metadata>', '<basefont><linked><metadata>'],
  ['a < link', 'a < link'],
])('%j is shown as %j', (html, expected) => {
  expect(inertDocument(html)).toBe(`<!doctype html><meta charset="utf-8"><base target="_blank">${expected}`);
});
