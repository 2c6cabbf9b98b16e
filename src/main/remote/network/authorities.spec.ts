import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { createAuthority } from '#tests/support/service/certificate.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { systemClock } from '../../runtime/system-clock';
import { readAuthorities } from './authorities';

const day = 86_400_000;
const valid = createAuthority().cert;
const expired = createAuthority({ from: Date.now() - 3 * day, until: Date.now() - day }).cert;
const later = createAuthority({ from: Date.now() + day, until: Date.now() + 3 * day }).cert;
const key = createAuthority().key;

async function fileWith(text: string | Buffer): Promise<string> {
  const path = join(await temporaryFolder(), 'company.pem');
  await writeFile(path, text);
  return path;
}

test.each([
  ['one certificate', valid, 1],
  ['several, with comments, keys, and CRLF', `# Company\r\n${valid.replaceAll('\n', '\r\n')}${key}${createAuthority().cert}`, 2],
  ['some that have expired', `${expired}${valid}${later}`, 1],
])('%s', async (_what, text, count) => {
  const read = await readAuthorities(await fileWith(text), systemClock);
  expect(read).toHaveLength(count);
  expect(read.join('')).not.toContain('PRIVATE');
});

test.each([
  ['an empty file', '', 'ca-file-empty'],
  ['a key', key, 'ca-file-empty'],
  ['a damaged certificate', valid.replace(/[A-Za-z]{8}/g, 'AAAAAAAA'), 'ca-file-empty'],
  ['a certificate beside a damaged one', `${valid}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----`, 'ca-file-empty'],
  ['half a certificate', valid.slice(0, 200), 'ca-file-empty'],
  ['a certificate in another form', Buffer.from(valid.split('\n').slice(1, -2).join(''), 'base64'), 'ca-file-empty'],
  ['only expired ones', expired, 'ca-file-expired'],
  ['only later ones', later, 'ca-file-expired'],
  ['a file that is too large', Buffer.alloc(4_194_305, 'x'), 'ca-file-unreadable'],
])('%s is refused', async (_what, text, code) => {
  expect(await reportOf(readAuthorities(await fileWith(text), systemClock))).toEqual({ code });
});

test.each([
  ['begin and never end', '-----BEGIN CERTIFICATE-----\n'.repeat(140_000)],
  ['end as something else', `${'-----BEGIN CERTIFICATE-----\n'.repeat(140_000)}-----END PRIVATE KEY-----`],
  ['end before they begin', '-----END CERTIFICATE-----\n'.repeat(150_000)],
])('a large file of certificates that %s doesn’t stop the app', { timeout: 10_000 }, async (_what, text) => {
  expect(await reportOf(readAuthorities(await fileWith(text), systemClock))).toEqual({ code: 'ca-file-empty' });
});

test('what isn’t a file is refused, without waiting for it', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'folder'));
  await symlink(join(folder, 'gone'), join(folder, 'link'));
  if (process.platform !== 'win32') execFileSync('mkfifo', [join(folder, 'pipe')]);
  for (const name of ['folder', 'link', 'missing', 'pipe'])
    expect(await reportOf(readAuthorities(join(folder, name), systemClock))).toEqual({ code: 'ca-file-unreadable' });
  expect(await reportOf(readAuthorities('company.pem', systemClock))).toEqual({ code: 'ca-file-unreadable' });
});
