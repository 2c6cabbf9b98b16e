import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFakeKeychains } from '#tests/support/main/fake-keychains.ts';
import { makeStrange, type StrangeKind, strangeKinds } from '#tests/support/main/strange-files.ts';
import { createTestPorts } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { systemClock } from '../runtime/system-clock';
import { type App, createApp } from './app';

/** Files that the program reads, appends to or locks in its profile. The sandbox's data has its own spec. */
const places = [
  'settings.json',
  'connections.json',
  'accounts.json',
  'token-revisions.json',
  'keychain.json',
  'handler-server.json',
  'oauth-states.json',
  'view-state.json',
  'logs/latchkey.log',
  'logs/latchkey.log.1',
  'logs',
  'locks',
  'sandbox',
];

const window = { windowId: 'w' };
const codeOf = async (app: App, name: string, input: unknown) => {
  const reply = await app.dispatch(name, input, window);
  return reply.ok ? null : reply.error.code;
};
const draft = {
  name: 'Engines',
  baseUrl: 'https://x.test',
  projectId: '11111111-2222-4333-8444-555555555555',
  environment: 'development',
};

/** Starts the program, uses every file, and ends it. Returns what failed. */
async function useOnce(profileFolder: string) {
  const { secrets: _memory, ...ports } = createTestPorts(profileFolder, {
    clock: systemClock,
    spawnWorker: createFakeKeychains().spawnWorker,
  });
  const app = await createApp(ports);
  const codes = {
    settings: await codeOf(app, 'settings.update', { panelWidth: 300 }),
    view: await codeOf(app, 'viewState.write', { scope: 's', key: 'k', value: 1 }),
    connection: await codeOf(app, 'connections.add', { draft }),
  };
  await app.close();
  return codes;
}

describe.each(strangeKinds)('a profile with $what in it', ({ kind }) => {
  test.each(places)('starts, works as far as possible, and leaves it unchanged: %s', async (place) => {
    const profile = await temporaryFolder();
    const path = join(profile, place);
    await mkdir(dirname(path), { recursive: true });
    await makeStrange(kind, path);
    const codes = await useOnce(profile);
    const failing: Record<string, string> = { 'settings.json': 'settings', 'view-state.json': 'view', 'connections.json': 'connection' };
    const nothing = { settings: null, view: null, connection: null };
    const name = failing[place];
    expect(codes).toEqual(name === undefined ? nothing : { ...nothing, [name]: 'profile-not-writable' });
    expect(await isStillThere(kind, path)).toBe(true);
  });
});

test.each(['/proc/x/y', '/proc/1/latchkey', '/dev/null/x', '/sys/latchkey'])(
  'starts with a profile that cannot be: %s',
  async (profile) => {
    expect(await useOnce(profile)).toEqual({
      settings: 'profile-not-writable',
      view: 'profile-not-writable',
      connection: 'profile-not-writable',
    });
  },
);

async function isStillThere(kind: StrangeKind, path: string): Promise<boolean> {
  const entries = await readdir(dirname(path), { withFileTypes: true });
  const found = entries.find(({ name }) => join(dirname(path), name) === path);
  const tests: Record<StrangeKind, boolean | undefined> = {
    folder: found?.isDirectory(),
    pipe: found?.isFIFO(),
    socket: found?.isSocket(),
    endless: found?.isSymbolicLink(),
    empty: found?.isSymbolicLink(),
    loop: found?.isSymbolicLink(),
  };
  return tests[kind] === true;
}
