import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '../../../../tests/support/eventually';
import { temporaryFolder } from '../../../../tests/support/temporary-folder';
import { systemClock } from '../../runtime/system-clock';
import { createTokenRevisions } from './token-revisions';

/** The system may report a change of a file later than it is read. */
const events = vi.hoisted(() => ({
  areLate: false,
  waiting: [] as (() => void)[],
  arrive() {
    events.areLate = false;
    for (const event of events.waiting.splice(0)) event();
  },
}));
vi.mock('../../storage/watch-file', async (load) => {
  const { watchFile } = await load<typeof import('../../storage/watch-file')>();
  return {
    watchFile: (path: string, listener: () => void) =>
      watchFile(path, () => (events.areLate ? void events.waiting.push(listener) : listener())),
  };
});

function open(profile: string) {
  const heard: string[] = [];
  const revisions = createTokenRevisions(profile, systemClock);
  onTestFinished(revisions.onForeignChange((accountId) => heard.push(accountId)));
  return { ...revisions, heard };
}

test('each process hears of the others’ changes, and not of its own', async () => {
  const profile = await temporaryFolder();
  const [one, other] = [open(profile), open(profile)];
  await one.bump('a');
  await eventually(() => expect(other.heard).toEqual(['a']));
  await other.bump('b');
  await eventually(() => expect(one.heard).toEqual(['b']));
  await one.bump('a');
  await eventually(() => expect(other.heard).toEqual(['a', 'a']));
  expect(one.heard).toEqual(['b']);
});

test('many changes at once by several are all counted', async () => {
  const profile = await temporaryFolder();
  const all = [open(profile), open(profile), open(profile)];
  await Promise.all(all.flatMap(({ bump }) => Array.from({ length: 10 }, () => bump('a'))));
  expect(JSON.parse(await readFile(join(profile, 'token-revisions.json'), 'utf8')).data).toEqual({ a: 30 });
});

test('a broken file costs nothing', async () => {
  const profile = await temporaryFolder();
  await writeFile(join(profile, 'token-revisions.json'), '{"format":');
  const [one, other] = [open(profile), open(profile)];
  await one.bump('a');
  await eventually(() => expect(other.heard).toEqual(['a']));
});

test('a change of another process that is found while the own one is written is reported', async () => {
  const profile = await temporaryFolder();
  const [one, other] = [open(profile), open(profile)];
  events.areLate = true;
  await other.bump('of the other');
  await one.bump('own');
  events.arrive();
  await eventually(() => expect(one.heard).toEqual(['of the other']));
  await eventually(() => expect(other.heard).toEqual(['own']));
});
