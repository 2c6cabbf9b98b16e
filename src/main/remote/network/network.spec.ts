import { execFileSync } from 'node:child_process';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Notice } from '#contract/bridge/app.ts';
import type { TrustedCertificates } from '#contract/bridge/diagnostics.ts';
import { fail } from '#contract/errors.ts';
import { defaultSettings, type Settings } from '#contract/setting-rows.ts';
import { createScriptedTransport, reportOf, response } from '#tests/support/main/test-ports.ts';
import { createAuthority } from '#tests/support/service/certificate.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import type { NetworkPlan } from '../../ports/network-plan';
import { createNotices } from '../../runtime/notices';
import { systemClock } from '../../runtime/system-clock';
import { createTopic } from '../../runtime/topics';
import { createNetwork, readAuthorities } from './network';

const certificate = createAuthority().cert;

/** A network over a host that follows plans, or fails to. */
function setUp() {
  const plans: NetworkPlan[] = [];
  const state = { refuses: false };
  const transport = {
    ...createScriptedTransport(() => response({})),
    async follow(plan: NetworkPlan) {
      if (state.refuses) throw fail('internal');
      plans.push(plan);
    },
  };
  let settings: Settings = defaultSettings;
  const topic = createTopic<Notice[]>('app.notices', [], () => undefined);
  let made = 0;
  const notices = createNotices(topic, () => `n${++made}`);
  const trusted = createTopic<TrustedCertificates | null>('diagnostics.certificates', null, () => undefined);
  const network = createNetwork({
    host: 'browser',
    transport,
    settings: () => settings,
    signIn: { read: () => Promise.reject(fail('proxy-sign-in')) },
    clock: systemClock,
    notices,
    log: () => undefined,
    trusted,
  });
  const send = () => network.transport.send({ method: 'GET', url: 'https://service.test', headers: {}, limits: transportLimits });
  const set = async (change: Partial<Settings>) => {
    settings = { ...settings, ...change };
    network.settingsChanged();
    await send().catch(() => undefined);
  };
  return { set, send, state, plans, shown: () => topic.get().value, trusted: () => trusted.get().value };
}

const transportLimits = { connect: 1_000, headers: 1_000, idle: 1_000, total: 1_000, bodyBytes: 1_000 };

test('the notice is about the file that the settings name now', async () => {
  const { set, shown } = setUp();
  const folder = await temporaryFolder();
  await set({ caFile: join(folder, 'first.pem') });
  await set({ caFile: join(folder, 'second.pem') });
  expect(shown()).toMatchObject([{ kind: 'ca-file-unreadable', file: 'second.pem' }]);
  await writeFile(join(folder, 'empty.pem'), '');
  await set({ caFile: join(folder, 'empty.pem') });
  expect(shown()).toMatchObject([{ kind: 'ca-file-empty', file: 'empty.pem' }]);
  await set({ caFile: null });
  expect(shown()).toEqual([]);
});

test('the notice stays the same while another setting changes', async () => {
  const { set, shown } = setUp();
  await set({ caFile: join(await temporaryFolder(), 'gone.pem') });
  const before = shown();
  await set({ proxyMode: 'none' });
  expect([before.length, shown()]).toEqual([1, before]);
});

test('certificates of a file that is gone stay trusted until the settings are applied again', async () => {
  const { set, send, plans, shown } = setUp();
  const file = join(await temporaryFolder(), 'company.pem');
  await writeFile(file, certificate);
  await set({ caFile: file });
  await rm(file);
  expect((await send()).status).toBe(200);
  expect([plans.at(-1)?.authorities.length, shown()]).toEqual([1, []]);
  await set({ proxyMode: 'none' });
  expect(plans.at(-1)?.authorities).toEqual([]);
  expect(shown()).toMatchObject([{ kind: 'ca-file-unreadable', file: 'company.pem' }]);
});

test('nothing is sent while the host can’t apply the settings, and everything once it can', async () => {
  const { set, send, state } = setUp();
  state.refuses = true;
  await set({ proxyMode: 'none' });
  expect(await reportOf(send())).toEqual({ code: 'internal' });
  state.refuses = false;
  await set({ proxyMode: 'system' });
  expect((await send()).status).toBe(200);
});

test('windows are told which certificates are trusted, as long as their file can be used', async () => {
  const { set, trusted } = setUp();
  const folder = await temporaryFolder();
  const file = join(folder, 'company.pem');
  await writeFile(file, certificate + createAuthority().cert);
  await set({ caFile: file });
  expect(trusted()).toEqual({ file: 'company.pem', count: 2 });
  await set({ caFile: join(folder, 'missing.pem') });
  expect(trusted()).toBeNull();
  await set({ caFile: file });
  await set({ caFile: null });
  expect(trusted()).toBeNull();
});

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
