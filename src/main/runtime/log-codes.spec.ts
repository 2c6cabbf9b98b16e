import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../tests/support/temporary-folder';
import { readLogCodes } from './log-codes';

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
