import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createLog, readLogCodes } from './log';

const time = '2026-11-23T10:00:00.123Z';
const line = (facts: object) => JSON.stringify({ time, level: 'warn', what: 'call-failed', ...facts });

async function codesOf(...lines: readonly string[]): Promise<string[]> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'latchkey.log'), lines.join('\n'));
  return readLogCodes(folder);
}

test.each([
  [
    line({ name: 'service.users.list', code: 'offline', status: 503 }),
    '2026-11-23T10:00:00 warn call-failed service.users.list offline 503',
  ],
  [line({ level: 'error', what: 'page-ended', reason: 'oom', exitCode: 5 }), '2026-11-23T10:00:00 error page-ended oom 5'],
  [line({ requestId: 'req_1', file: '/home/ada/x', path: 'body.email' }), '2026-11-23T10:00:00 warn call-failed'],
  [line({ name: 'ada@example.com', code: 'https://x.example/', known: 'a b' }), '2026-11-23T10:00:00 warn call-failed'],
])('of %s it reads %s', async (text, expected) => {
  expect(await codesOf(text)).toEqual([expected]);
});

test.each([line({ level: 'info' }), line({ what: 'a b' }), line({ time: 7 }), '{', '', 'null', '[]', '"text"'])(
  'it leaves out %s',
  async (text) => {
    expect(await codesOf(text)).toEqual([]);
  },
);

test('it reads the last lines, the oldest first', async () => {
  const found = await codesOf(...Array.from({ length: 40 }, (_, at) => line({ code: `c${at}` })));
  expect(found.map((text) => text.split(' ').at(-1))).toEqual(Array.from({ length: 12 }, (_, at) => `c${28 + at}`));
});

test('it reads nothing where there is no log', async () => {
  const folder = await temporaryFolder();
  expect(await readLogCodes(folder)).toEqual([]);
  await mkdir(join(folder, 'latchkey.log'));
  expect(await readLogCodes(folder)).toEqual([]);
});

const lines = async (file: string) =>
  (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('writes one line of JSON for each entry, in order', async () => {
  const folder = join(await temporaryFolder(), 'deep', 'logs');
  const log = createLog(folder, createFakeClock());
  for (let number = 0; number < 200; number += 1) log.write('info', 'counted', { number });
  await log.flush();
  const written = await lines(join(folder, 'latchkey.log'));
  expect(written.map(({ number }) => number)).toEqual(Array.from({ length: 200 }, (_, number) => number));
  expect(written[0]).toEqual({ time: '2026-11-20T12:00:00.000Z', level: 'info', what: 'counted', number: 0 });
});

test('more lines than are written together are in order, and all on disk when it is flushed', async () => {
  const folder = await temporaryFolder();
  const log = createLog(folder, createFakeClock());
  const padding = 'x'.repeat(1_000);
  let flushed = 0;
  for (let number = 0; number < 300; number += 1) log.write('info', 'counted', { number, padding });
  const first = log.flush().then(async () => (flushed = (await lines(join(folder, 'latchkey.log'))).length));
  log.write('info', 'counted', { number: 300, padding });
  await log.flush();
  await first;
  expect(flushed).toBeGreaterThanOrEqual(300);
  const written = await lines(join(folder, 'latchkey.log'));
  expect(written.map(({ number }) => number)).toEqual(Array.from({ length: 301 }, (_, number) => number));
});

test('a value cannot break out of its line', async () => {
  const folder = await temporaryFolder();
  const log = createLog(folder, createFakeClock());
  log.write('warn', 'call-failed', { requestId: 'x"}\n{"level":"info","what":"forged"}\r\u2028', path: undefined });
  await log.flush();
  const written = await lines(join(folder, 'latchkey.log'));
  expect(written).toHaveLength(1);
  expect(Object.keys(written[0])).toEqual(['time', 'level', 'what', 'requestId']);
});

test('only its owner may read it', async () => {
  const folder = join(await temporaryFolder(), 'logs');
  const log = createLog(folder, createFakeClock());
  log.write('info', 'x');
  await log.flush();
  expect((await stat(folder)).mode & 0o077).toBe(0);
  expect((await stat(join(folder, 'latchkey.log'))).mode & 0o077).toBe(0);
});

test('access to rotated files is removed, and not to what a link in their place points to', async () => {
  const folder = await temporaryFolder();
  for (const name of ['latchkey.log.1', 'foreign']) await writeFile(join(folder, name), '');
  for (const name of ['latchkey.log.1', 'foreign']) await chmod(join(folder, name), 0o644);
  await symlink(join(folder, 'foreign'), join(folder, 'latchkey.log.2'));
  await createLog(folder, createFakeClock()).flush();
  const modes = ['latchkey.log.1', 'foreign'].map(async (name) => (await stat(join(folder, name))).mode & 0o777);
  expect(await Promise.all(modes)).toEqual([0o600, 0o644]);
});

test.each(['x', 'é', '𝄞'])('keeps three files of at most 1 MB, the newest last (%s)', async (character) => {
  const folder = await temporaryFolder();
  const log = createLog(folder, createFakeClock());
  const padding = character.repeat(130_000 / Buffer.byteLength(character));
  for (let number = 0; number < 50; number += 1) log.write('info', 'large', { number, padding });
  await log.flush();
  expect((await readdir(folder)).sort()).toEqual(['latchkey.log', 'latchkey.log.1', 'latchkey.log.2']);
  const kept: number[] = [];
  for (const name of ['latchkey.log.2', 'latchkey.log.1', 'latchkey.log']) {
    expect((await stat(join(folder, name))).size).toBeLessThanOrEqual(1_000_000);
    kept.push(...(await lines(join(folder, name))).map(({ number }) => number));
  }
  expect(kept).toEqual(Array.from({ length: kept.length }, (_, index) => 50 - kept.length + index));
  expect(kept.length).toBeGreaterThanOrEqual(15);
});

test('appends to what an earlier start wrote', async () => {
  const folder = await temporaryFolder();
  for (const start of [1, 2]) {
    const log = createLog(folder, createFakeClock());
    log.write('info', 'started', { start });
    await log.flush();
  }
  expect((await lines(join(folder, 'latchkey.log'))).map(({ start }) => start)).toEqual([1, 2]);
});

test('ignores a folder that cannot be created', async () => {
  const folder = await temporaryFolder();
  const inTheWay = join(folder, 'logs');
  await writeFile(inTheWay, 'a file');
  const log = createLog(inTheWay, createFakeClock());
  log.write('error', 'lost');
  await log.flush();
  log.write('error', 'lost as well');
  await expect(log.flush()).resolves.toBeUndefined();
  expect(await readFile(inTheWay, 'utf8')).toBe('a file');
});
