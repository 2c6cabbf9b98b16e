import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder';
import { linkOpener } from './open-browser';

test('a test that plays the browser reads what is opened, and nobody else does', async () => {
  const file = join(await temporaryFolder(), 'opened');
  const open = linkOpener(false, { LATCHKEY_OPENED_LINKS: file }, process.platform);
  await open('https://one.example/?code=1');
  await open('https://two.example/');
  expect(await readFile(file, 'utf8')).toBe('https://one.example/?code=1\nhttps://two.example/\n');
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('a file that cannot be written is said', async () => {
  const open = linkOpener(false, { LATCHKEY_OPENED_LINKS: join(await temporaryFolder(), 'nowhere', 'opened') }, process.platform);
  await expect(open('https://one.example/')).rejects.toMatchObject({ code: 'ENOENT' });
});
