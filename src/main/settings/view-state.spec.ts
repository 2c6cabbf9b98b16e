import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { viewState as calls } from '#contract/bridge/view-state.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import type { UnreadableFile } from '../storage/json-file';
import { capacity, createViewState, deepestViewValue, maxViewValueLength } from './view-state';

async function setUp(folder?: string) {
  const profile = folder ?? (await temporaryFolder());
  const aside: UnreadableFile[] = [];
  const open = () => createViewState(profile, createFakeClock({ hasteUpTo: 1000 }), (what) => aside.push(what));
  return { state: open(), open, file: join(profile, 'view-state.json'), aside };
}

test('values are read again by scope', async () => {
  const { state, open } = await setUp();
  await state.write('a', 'users.columns', { name: 200, widths: [1, 2] });
  await state.write('a', 'users.panel', 400);
  await state.write('b', 'users.panel', 500);
  expect(await open().read('a')).toEqual({ 'users.columns': { name: 200, widths: [1, 2] }, 'users.panel': 400 });
  expect(await open().read('b')).toEqual({ 'users.panel': 500 });
  expect(await open().read('c')).toEqual({});
});

test('removes a key that is set to `null`, and a scope as a whole', async () => {
  const { state, open } = await setUp();
  await state.write('a', 'one', 1);
  await state.write('a', 'two', 2);
  await state.write('a', 'one', null);
  await state.write('b', 'one', false);
  await state.forget('b');
  await state.forget('unknown');
  expect([await open().read('a'), await open().read('b')]).toEqual([{ two: 2 }, {}]);
});

test('concurrent writes are all stored', async () => {
  const { state, open } = await setUp();
  await Promise.all(['one', 'two', 'three'].map((key) => state.write('a', key, key)));
  expect(Object.keys(await open().read('a')).sort()).toEqual(['one', 'three', 'two']);
});

describe('names that objects have anyway', () => {
  test.each(['__proto__', 'constructor', 'toString'])('%s is a scope like any other', async (scope) => {
    const { state, open } = await setUp();
    expect(await state.read(scope)).toEqual({});
    await state.write(scope, 'x', 1);
    expect([await open().read(scope), await open().read('x')]).toEqual([{ x: 1 }, {}]);
  });
});

describe('room', () => {
  test('is made by forgetting the scope that was written longest ago', async () => {
    const { file, open } = await setUp();
    const scopes = Array.from({ length: capacity.scopes }, (_value, index) => [`s${index}`, [['x', 1]]]);
    await writeFile(file, JSON.stringify({ format: 'latchkey/view-state', version: 1, data: scopes }));
    await open().write('s0', 'x', 2);
    await open().write('new', 'x', 3);
    expect([await open().read('s0'), await open().read('s1'), await open().read('new')]).toEqual([{ x: 2 }, {}, { x: 3 }]);
  });

  test('in a scope likewise', async () => {
    const { file, open } = await setUp();
    const keys = Array.from({ length: capacity.keys }, (_value, index) => [`k${index}`, index]);
    await writeFile(file, JSON.stringify({ format: 'latchkey/view-state', version: 1, data: [['a', keys]] }));
    await open().write('a', 'new', 1);
    const found = await open().read('a');
    expect([Object.keys(found).length, 'k0' in found, found.k1, found.new]).toEqual([capacity.keys, false, 1, 1]);
  });

  test('is refused to a value that is too large, and what was there stays', async () => {
    const { state, file } = await setUp();
    const largest = 'x'.repeat(maxViewValueLength - 2);
    await state.write('a', 'x', largest);
    const before = await readFile(file, 'utf8');
    expect(await reportOf(state.write('a', 'x', `${largest}x`))).toEqual({ code: 'too-large', path: 'x' });
    for (const levels of [deepestViewValue + 1, 3_000])
      expect(await reportOf(state.write('a', 'x', nested(levels)))).toEqual({ code: 'too-large', path: 'x' });
    expect(await readFile(file, 'utf8')).toBe(before);
    await state.write('a', 'x', nested(deepestViewValue));
    expect(await state.read('a')).toEqual({ x: nested(deepestViewValue) });
  });
});

const nested = (levels: number): JsonValue => (levels === 0 ? 1 : [nested(levels - 1)]);

test('a file that cannot be understood is set aside', async () => {
  const { state, file, aside } = await setUp();
  await writeFile(file, '{"format":"latchkey/view-state","version":1,"data":{"a":1}}');
  expect([await state.read('a'), aside.map(({ kind }) => kind)]).toEqual([{}, ['file-unreadable']]);
});

test.each(['', 'X', '1', 'a b', '__proto__', 'a/b', 'x'.repeat(65)])('a window cannot use the key %j', (key) => {
  expect(calls.write.input.safeParse({ scope: 'a', key, value: 1 }).success).toBe(false);
});
