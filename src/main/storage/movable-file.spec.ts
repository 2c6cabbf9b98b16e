import { expect, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { settle } from '#tests/support/fake-clock.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { type JsonFile, memoryFile } from './json-file';
import { movableFile } from './movable-file';

const empty: readonly string[] = [];

/** A file whose place on the disk is another one in memory, which takes its time. It refuses changes while `isFull`. */
function setUp(place: 'disk' | 'memory', onDisk: readonly string[] = empty) {
  const own = memoryFile(onDisk);
  const state = { isFull: false };
  const disk: JsonFile<readonly string[]> = {
    async read() {
      await settle();
      return own.read();
    },
    async update(change) {
      await settle();
      if (state.isFull) throw fail('profile-not-writable');
      return own.update(change);
    },
  };
  const file = movableFile(disk, empty, place);
  return { file, state, onDisk: own.read, add: (text: string) => file.update((texts) => [...texts, text]) };
}

test('what is stored in memory isn’t written to the disk, and what is there isn’t read', async () => {
  const { file, onDisk, add } = setUp('memory', ['of an earlier process']);
  await add('a');
  expect([file.isOnDisk(), await file.read(), await onDisk()]).toEqual([false, ['a'], ['of an earlier process']]);
});

test('a move replaces what the other place contains, and empties the one that is left', async () => {
  const { file, onDisk, add } = setUp('memory', ['of an earlier process']);
  await add('a');
  await file.moveTo('disk');
  expect([file.isOnDisk(), await file.read(), await onDisk()]).toEqual([true, ['a'], ['a']]);
  await add('b');
  await file.moveTo('memory');
  expect([file.isOnDisk(), await file.read(), await onDisk()]).toEqual([false, ['a', 'b'], []]);
  await file.moveTo('disk');
  expect(await onDisk()).toEqual(['a', 'b']);
});

test('a move to where it is changes nothing', async () => {
  const { file, onDisk, add } = setUp('disk');
  await add('a');
  await file.moveTo('disk');
  expect([file.isOnDisk(), await onDisk()]).toEqual([true, ['a']]);
});

test.each(['disk', 'memory'] as const)('during a move to %s, reads find everything, and no change is lost', async (to) => {
  const { file, add } = setUp(to === 'disk' ? 'memory' : 'disk');
  await add('first');
  const moving = file.moveTo(to);
  const tasks: Promise<readonly string[]>[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    tasks.push(file.read(), add(`${turn}`));
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  await moving;
  const expected = ['first', ...Array.from({ length: 12 }, (_, turn) => `${turn}`)];
  const results = await Promise.all(tasks);
  expect(results.map((texts) => texts.length)).toEqual(tasks.map((_, at) => 1 + Math.ceil(at / 2)));
  expect([await file.read(), file.isOnDisk()]).toEqual([expected, to === 'disk']);
});

test('if a move to the disk fails, everything stays, and it can be repeated', async () => {
  const { file, state, add } = setUp('memory');
  await add('a');
  state.isFull = true;
  expect(await reportOf(file.moveTo('disk'))).toEqual({ code: 'profile-not-writable' });
  expect([file.isOnDisk(), await file.read()]).toEqual([false, ['a']]);
  state.isFull = false;
  await add('b');
  await file.moveTo('disk');
  expect([file.isOnDisk(), await file.read()]).toEqual([true, ['a', 'b']]);
});

test('a full disk doesn’t stop a move to memory: what stays there isn’t used, and replaced by a later move', async () => {
  const { file, state, onDisk, add } = setUp('disk');
  await add('a');
  state.isFull = true;
  await file.moveTo('memory');
  await add('b');
  expect([file.isOnDisk(), await file.read(), await onDisk()]).toEqual([false, ['a', 'b'], ['a']]);
  state.isFull = false;
  await file.moveTo('disk');
  expect([file.isOnDisk(), await onDisk()]).toEqual([true, ['a', 'b']]);
});
