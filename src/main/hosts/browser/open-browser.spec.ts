import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFakeClock, until } from '#tests/support/fake-clock.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { linkOpener, openBrowser, openerMillis } from './open-browser';

const clock = createFakeClock();

test('appends opened links to a private file for tests', async () => {
  const file = join(await temporaryFolder(), 'opened');
  const open = linkOpener(false, { env: { LATCHKEY_OPENED_LINKS: file }, platform: process.platform, clock });
  await open('https://one.example/?code=1');
  await open('https://two.example/');
  expect(await readFile(file, 'utf8')).toBe('https://one.example/?code=1\nhttps://two.example/\n');
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('rejects when the file cannot be written', async () => {
  const file = join(await temporaryFolder(), 'nowhere', 'opened');
  const open = linkOpener(false, { env: { LATCHKEY_OPENED_LINKS: file }, platform: process.platform, clock });
  await expect(open('https://one.example/')).rejects.toMatchObject({ code: 'ENOENT' });
});

/** Opens an address with an `xdg-open` that runs these commands; without one for null. */
async function setUp(commands: string | null) {
  const folder = await temporaryFolder();
  const log = join(folder, 'log');
  if (commands !== null) await writeFile(join(folder, 'xdg-open'), `#!/bin/sh\n${commands}\n`, { mode: 0o700 });
  const time = createFakeClock();
  const opening = openBrowser('https://one.example/?a=1&b=2', { env: { PATH: folder, LOG: log }, platform: 'linux', clock: time });
  opening.catch(() => undefined);
  const logged = () => readFile(log, 'utf8').catch(() => '');
  return { opening, clock: time, logged };
}

describe.skipIf(process.platform === 'win32')('opening a browser', () => {
  test('hands the address to the system', async () => {
    const { opening, logged, clock: time } = await setUp('echo "$@" > "$LOG"');
    await opening;
    expect([await logged(), time.waiting]).toEqual(['https://one.example/?a=1&b=2\n', 0]);
  });

  test.each([
    ['there is no opener', null],
    ['the opener finds no browser', 'exit 3'],
    ['the opener is killed', 'kill -9 $$'],
  ])('fails where %s', async (_what, commands) => {
    const { opening, clock: time } = await setUp(commands);
    expect([await reportOf(opening), time.waiting]).toEqual([{ code: 'browser-not-opened' }, 0]);
  });

  test('waits two seconds for an opener that is the browser itself, and lets it run', async () => {
    const { opening, clock: time, logged } = await setUp('echo $$ > "$LOG"; exec /bin/sleep 60');
    await until(async () => (await logged()).endsWith('\n'));
    const pid = Number(await logged());
    onTestFinished(() => void process.kill(pid));
    let isOpened = false;
    void opening.then(() => {
      isOpened = true;
    });
    await time.advance(openerMillis - 1);
    expect(isOpened).toBe(false);
    await time.advance(1);
    await opening;
    expect([time.waiting, process.kill(pid, 0)]).toEqual([0, true]);
  });
});
