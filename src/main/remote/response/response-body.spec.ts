import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Variant } from '#contract/definitions.ts';
import { fail } from '#contract/errors.ts';
import { listOf, pageOf } from '#contract/service/models/fields.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { readBody } from './response-body';

const item = z.object({ id: z.int(), name: z.string().optional() });
const list: Variant = { access: 'client', response: listOf(item) };
const noPause = () => undefined;
const read = (variant: Variant, body: unknown, pace = noPause as () => Promise<void> | undefined) =>
  readBody(variant, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), pace);

const good = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));
const bad = (count: number) => Array.from({ length: count }, () => ({ id: 'none' }));
const listWith = (...items: unknown[]) => ({ items, is_paginated: false });

describe('a list', () => {
  test('is returned without fields of later releases, in the list and in its items', async () => {
    expect(await read(list, { ...listWith({ id: 1, later: true }, { id: 2 }), later: 1 })).toEqual({
      ok: true,
      value: { items: [{ id: 1 }, { id: 2 }], is_paginated: false },
    });
  });

  test('may come in any order of its fields, and empty', async () => {
    const page: Variant = { access: 'server', response: pageOf(item) };
    const text = '{"pagination":{"next_cursor":null},"items":[],"is_paginated":true}';
    expect(await read(page, text)).toEqual({ ok: true, value: JSON.parse(text) });
  });

  test.each([1, 20])('leaves out %i items that do not fit, and says where the first of them failed', async (count) => {
    expect(await read(list, listWith(...good(2), { id: 2, name: 7 }, ...bad(count - 1), { id: 9 }))).toEqual({
      ok: true,
      value: { ...listWith({ id: 0 }, { id: 1 }, { id: 9 }), omitted: { count, path: 'items.2.name' } },
    });
  });

  test('names an item that does not fit as a whole', async () => {
    expect(await read(list, listWith(null))).toMatchObject({ value: { items: [], omitted: { count: 1, path: 'items.0' } } });
  });

  test('does not fit with 21 such items', async () => {
    expect(await read(list, listWith({ id: 1 }, ...bad(21)))).toMatchObject({ ok: false, path: 'items.1.id' });
  });

  test('is given up at the 21st of them, however many follow', async () => {
    const looked = vi.fn(() => false);
    const variant: Variant = { access: 'client', response: listOf(z.unknown().refine(looked)) };
    expect(await read(variant, listWith(...bad(1000)))).toMatchObject({ ok: false });
    expect(looked).toHaveBeenCalledTimes(21);
  });

  test('ignores a field `omitted` that the service sends', async () => {
    expect(await read(list, { ...listWith({ id: 1 }), omitted: { count: 5, path: 'x' } })).toEqual({
      ok: true,
      value: listWith({ id: 1 }),
    });
  });

  test('is completed item by item, each from what was sent for it', async () => {
    const sent = Buffer.from(JSON.stringify(listWith({ id: 1, later: 'a' }, ...bad(1), { id: 2, later: 'b' })));
    const found = await readBody(list, sent, noPause, (read, raw) => ({ ...(read as object), of: raw }));
    expect(found).toMatchObject({
      value: {
        items: [
          { id: 1, of: { later: 'a' } },
          { id: 2, of: { later: 'b' } },
        ],
        omitted: { count: 1 },
      },
    });
  });

  test('may have another name', async () => {
    const variant: Variant = { access: 'admin', list: 'templates', response: z.object({ templates: z.array(item) }) };
    expect(await read(variant, { templates: [...bad(1), { id: 1 }] })).toEqual({
      ok: true,
      value: { templates: [{ id: 1 }], omitted: { count: 1, path: 'templates.0.id' } },
    });
  });

  test.each([
    { what: 'none', body: { is_paginated: false }, path: 'items' },
    { what: 'null', body: { items: null, is_paginated: false }, path: 'items' },
    { what: 'an object', body: { items: { 0: { id: 1 } }, is_paginated: false }, path: 'items' },
    { what: 'a second one that is no list', body: '{"items":[{"id":1}],"items":7,"is_paginated":false}', path: 'items' },
    { what: 'a page', body: { items: [], is_paginated: true }, path: 'is_paginated' },
    { what: 'a bare list', body: [{ id: 1 }], path: '' },
    { what: 'no object', body: 'null', path: '' },
  ])('that is $what does not fit', async ({ body, path }) => {
    expect(await read(list, body)).toMatchObject({ ok: false, path });
  });

  test('that is no JSON behind an item that does not fit is no JSON', async () => {
    await expect(read(list, '{"items":[{"id":"x"},{"id":tru}],"is_paginated":false}')).rejects.toThrow(SyntaxError);
    await expect(read(list, '{"items":[{"id":"x"}],"is_paginated":false')).rejects.toThrow(SyntaxError);
  });
});

test('an array within an object stops at its first violation', async () => {
  const variant: Variant = { access: 'client', response: z.object({ inner: z.object({ list: z.array(item) }) }) };
  const found = await read(variant, { inner: { list: bad(1000) } });
  expect(found).toMatchObject({ ok: false, path: 'inner.list.0.id', cause: { issues: { length: 1 } } });
});

describe('other work', () => {
  test('has its turn between items and between fields', async () => {
    const positions: number[] = [];
    const pace = vi.fn((bytesRead?: number) => void positions.push(bytesRead ?? 0));
    const body = JSON.stringify({ ...listWith(...good(3)), later: 1 });
    await read(list, body, pace as unknown as () => undefined);
    expect(positions).toEqual(['{"items":[{"id":0}', ',{"id":1}', ',{"id":2}', '],"is_paginated":false', ',"later":1'].map(endsIn(body)));
  });

  test('may end the reading', async () => {
    const pace = async () => {
      throw fail('cancelled');
    };
    expect(await reportOf(read(list, listWith(...good(3)), pace))).toEqual({ code: 'cancelled' });
  });
});

/** Where parts of a text end that follow one another. */
function endsIn(text: string) {
  let end = 0;
  return (part: string) => {
    expect(text.slice(end).startsWith(part)).toBe(true);
    end += part.length;
    return end;
  };
}
