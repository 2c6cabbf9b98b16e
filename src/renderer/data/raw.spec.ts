import { describe, expect, test } from 'vitest';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { readInRuns } from './raw';

/** A list of 10 items, read 4 at a time from an item on. */
function setUp(deleted: readonly string[] = []) {
  const list = [...'abcdefghij'].filter((id) => !deleted.includes(id));
  const read: string[] = [];
  const readPage = async (cursor: string) => {
    read.push(cursor);
    const at = list.indexOf(cursor);
    return at < 0 ? [] : list.slice(at, at + 4).map((id) => ({ id, later: id.toUpperCase() }));
  };
  const idsOf = async (...ids: string[]) => (await readInRuns(ids, readPage)).map((item) => (item as { id: string }).id).join('');
  return { read, idsOf, readPage };
}

describe('items', () => {
  test.each([
    ['next to each other', 'abcd', 'a'],
    ['of two pages', 'cdefgh', 'cg'],
    ['apart', 'aj', 'aj'],
    ['in another order', 'dba', 'dba'],
    ['one', 'e', 'e'],
  ])('%s are read together where possible, in their order', async (_what, ids, pages) => {
    const { read, idsOf } = setUp();
    expect(await idsOf(...ids)).toBe(ids);
    expect(read.join('')).toBe(pages);
  });

  test('keep all that was sent', async () => {
    expect(await readInRuns(['b'], setUp().readPage)).toEqual([{ id: 'b', later: 'B' }]);
  });

  test('that were deleted are left out', async () => {
    expect(await setUp(['a', 'c']).idsOf('a', 'b', 'c', 'd')).toBe('bd');
  });

  test('that were all deleted are an error', async () => {
    expect(await reportOf(readInRuns(['a'], setUp(['a']).readPage))).toEqual({ code: 'object-gone' });
  });
});
