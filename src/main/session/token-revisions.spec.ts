import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../tests/support/eventually';
import { temporaryFolder } from '../../../tests/support/temporary-folder';
import { systemClock } from '../system-clock';
import { createTokenRevisions } from './token-revisions';

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
