/** Connections with keys in a real keyring: exported from one profile, and imported into another. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canStartKeyring, type KeyringSession, startKeyringSession } from '../support/main/keyring-session';
import { type LaunchedApp, launchApp } from '../support/main/launch-app';
import { reportOf } from '../support/main/test-ports';
import { temporaryFolder } from '../support/temporary-folder';
import '../support/main/quick-scrypt';

const passphrase = 'several random words 4711';
const keys = { client: `pck_${'a'.repeat(45)}`, server: `ssk_${'b'.repeat(45)}`, admin: `sak_${'c'.repeat(45)}` };
const draft = {
  name: 'Engines',
  baseUrl: 'https://engines.example',
  projectId: '6fbbf22e-f4b2-4c6e-95a1-beab6fa41063',
  environment: 'production' as const,
  safety: 'read-only' as const,
  keys,
};

let session: KeyringSession;

beforeAll(async () => {
  if (!(await canStartKeyring()))
    throw new Error('This spec needs a keyring of its own. On Debian: apt-get install gnome-keyring dbus libsecret-1-0');
  session = await startKeyringSession();
});
afterAll(() => session?.close());

/** Starts the program on a new profile with the keyring. The user confirms everything. */
async function launch(): Promise<LaunchedApp & { profile: string }> {
  const profile = await temporaryFolder();
  const launched = await launchApp(profile, { keyring: session.env, confirm: async () => true });
  expect((await launched.api.app.info({})).keychain).toBe('system');
  return { ...launched, profile };
}

async function sealedText({ api }: LaunchedApp): Promise<string> {
  const result = await api.sealedConnections.save({ passphrase });
  return result.outcome === 'sealed' ? result.text : '';
}

/** Returns where secrets were found: in files of the profile, or in what windows received. */
async function leaks({ profile, sentToWindows }: { profile: string; sentToWindows: readonly string[] }): Promise<string[]> {
  const entries = await readdir(profile, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(paths.map(async (path): Promise<[string, string]> => [path, await readFile(path, 'utf8')]));
  const places = [...files, ...sentToWindows.map((text): [string, string] => ['told', text])];
  const secrets = [...Object.values(keys), passphrase];
  return places.flatMap(([place, text]) => (secrets.some((secret) => text.includes(secret)) ? [place] : []));
}

test('keys go from one keyring profile to another, and are in no file, log or reply', async () => {
  const first = await launch();
  await first.api.connections.add({ draft });
  const text = await sealedText(first);
  const second = await launch();
  expect(await reportOf(second.api.sealedConnections.open({ text, passphrase: 'a wrong passphrase' }))).toEqual({
    code: 'passphrase-wrong',
  });
  const { fileId } = await second.api.sealedConnections.open({ text, passphrase });
  const result = await second.api.sealedConnections.add({ fileId, allowPlainHttp: false });
  expect(result).toMatchObject({ outcome: 'done', skipped: [] });
  expect((await second.api.connections.list({})).value).toMatchObject([
    { name: 'Engines', safety: 'read-only', credentials: { client: 'aaaa', server: 'bbbb', admin: 'cccc', owner: null } },
  ]);
  // Only what the keyring returns can be sealed again.
  await second.api.connections.rename({ id: result.added[0] ?? '', name: 'Again' });
  const again = await first.api.sealedConnections.open({ text: await sealedText(second), passphrase });
  expect(again.preview).toMatchObject([{ name: 'Again', connection: { keys: { client: 'aaaa', server: 'bbbb', admin: 'cccc' } } }]);
  await Promise.all([first.close(), second.close()]);
  expect([await leaks(first), await leaks(second)]).toEqual([[], []]);
});

test('a locked keyring stops the export and the import, which leave nothing behind and can be repeated', async () => {
  const first = await launch();
  await first.api.connections.add({ draft });
  const text = await sealedText(first);
  const second = await launch();
  const { fileId } = await second.api.sealedConnections.open({ text, passphrase });
  await session.lock();
  try {
    expect(await reportOf(first.api.sealedConnections.save({ passphrase }))).toEqual({ code: 'keychain-locked' });
    expect(await second.api.sealedConnections.add({ fileId, allowPlainHttp: false })).toMatchObject({
      outcome: 'failed',
      added: [],
      name: 'Engines',
      error: { code: 'keychain-locked' },
      preview: [{ skip: null }],
    });
    expect((await second.api.connections.list({})).value).toEqual([]);
  } finally {
    await session.unlock();
  }
  expect(await second.api.sealedConnections.add({ fileId, allowPlainHttp: false })).toMatchObject({ outcome: 'done', skipped: [] });
  expect((await second.api.connections.list({})).value).toMatchObject([{ credentials: { server: 'bbbb' } }]);
});

test('without the user’s confirmation, the page gets nothing', async () => {
  const launched = await launchApp(await temporaryFolder(), { confirm: async () => false });
  await launched.api.connections.add({ draft });
  expect(await reportOf(launched.api.sealedConnections.save({ passphrase }))).toEqual({ code: 'not-confirmed' });
  expect(await reportOf(launched.api.sealedConnections.save({ passphrase }))).toEqual({ code: 'confirmation-paused' });
});
