import { describe, expect, test, vi } from 'vitest';
import { fail } from '#contract/errors.ts';
import { draft, key, own, setUpConnections } from '#tests/support/main/connections-scene.ts';
import { readKeys } from '#tests/support/main/read-keys.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import type { ConnectionRecord } from './connections-file';

describe('a project connection', () => {
  test('has the entered keys, and shows only their ends', async () => {
    const { connections, topic, secrets } = await setUpConnections();
    const keys = { server: key('ssk', '2') };
    const id = await connections.add({ ...draft, keys });
    expect(topic.get().value).toMatchObject([
      {
        id,
        kind: 'project',
        baseUrl: 'https://api.test',
        safety: 'type-to-destroy',
        credentials: { client: false, server: '2222', admin: false },
      },
    ]);
    expect(JSON.stringify(topic.get().value)).not.toContain(keys.server);
    const { keys: stored, storedFeatures, ...rest } = await connections.target(id);
    expect([rest, storedFeatures?.()]).toEqual([
      { isComplete: false, baseUrl: 'https://api.test', projectId: draft.projectId, destination: `https://api.test ${draft.projectId}` },
      {},
    ]);
    expect(await readKeys({ keys: stored })).toEqual(keys);
    expect(secrets.items()).toEqual([keys.server]);
  });

  test.each([
    ['q0Yk3o1+/9mS4Yz8w2bX7c5d6e7f8g9h0i1j2k3l4m4=', '4m4='],
    ['a-key-of-20-letters!', 'ers!'],
    ['a-key-of-19-letters', true],
    ['abc', true],
    ['x', true],
  ])('shows the end of a key only if it is long enough: %s', async (typed, shown) => {
    const { connections, topic, open } = await setUpConnections();
    const id = await connections.add({ ...draft, keys: { server: typed } });
    expect(topic.get().value[0]?.credentials.server).toBe(shown);
    const later = open();
    await later.load();
    expect(await readKeys(await later.target(id))).toEqual({ server: typed });
  });

  test('is renamed on disk and in every window', async () => {
    const { connections, topic, open } = await setUpConnections([own]);
    await connections.updateDisplay('own', { name: 'Yours' });
    expect(topic.get().value[0]?.name).toBe('Yours');
    const later = open();
    await later.load();
    expect(topic.get().value[0]?.name).toBe('Yours');
  });

  test('keeps keys that an edit doesn’t name, and loses those that it removes', async () => {
    const { connections, topic, secrets } = await setUpConnections();
    const id = await connections.add({ ...draft, keys: { client: key('pck', '1'), server: key('ssk', '2'), admin: key('sak', '3') } });
    await connections.edit(id, { name: 'Ours', keys: { server: key('ssk', '4'), admin: null } });
    expect(topic.get().value[0]).toMatchObject({ name: 'Ours', credentials: { client: '1111', server: '4444', admin: false } });
    expect(secrets.items().sort()).toEqual([key('pck', '1'), key('ssk', '4')]);
    expect(await readKeys(await connections.target(id))).toEqual({ client: key('pck', '1'), server: key('ssk', '4') });
  });

  test('is copied with its own keys and its targets', async () => {
    const { connections, topic, secrets } = await setUpConnections();
    const targets = { home: 'teams', afterSignOut: 'signIn' } as const;
    const id = await connections.add({ ...draft, targets, keys: { admin: key('sak', '3') } });
    const copy = await connections.duplicate(id);
    await connections.remove(id);
    expect(topic.get().value.map((known) => [known.id, known.targets])).toEqual([[copy, targets]]);
    expect(await readKeys(await connections.target(copy))).toEqual({ admin: key('sak', '3') });
    expect(secrets.items()).toEqual([key('sak', '3')]);
  });

  test('is removed with its keys, and listed until its accounts are deleted', async () => {
    const { connections, topic, secrets, open } = await setUpConnections();
    const [one, other] = [await connections.add({ ...draft, keys: { admin: key('sak', '3') } }), await connections.add(draft)];
    await connections.remove(one);
    expect([topic.get().value.map(({ id }) => id), connections.has(one), secrets.items()]).toEqual([[other], false, []]);
    expect(await open().load()).toEqual([one]);
    await connections.accountsForgotten(one);
    expect(await open().load()).toEqual([]);
  });

  test('a locked keychain is an error, not a connection without keys', async () => {
    const { connections, topic, secrets } = await setUpConnections();
    const id = await connections.add({ ...draft, keys: { server: key('ssk', '2') } });
    secrets.locked = true;
    expect(await reportOf(readKeys(await connections.target(id)))).toEqual({ code: 'keychain-locked' });
    expect(topic.get().value[0]?.credentials.server).toBe('2222');
    expect(await reportOf(connections.remove(id))).toEqual({ code: 'keychain-locked' });
    expect(await reportOf(connections.edit(id, { keys: { server: key('ssk', '5') } }))).toEqual({ code: 'keychain-locked' });
    expect(await reportOf(connections.duplicate(id))).toEqual({ code: 'keychain-locked' });
    expect(await reportOf(connections.add({ ...draft, keys: { server: key('ssk', '6') } }))).toEqual({ code: 'keychain-locked' });
    secrets.locked = false;
    expect([topic.get().value.length, await readKeys(await connections.target(id))]).toEqual([1, { server: key('ssk', '2') }]);
    expect(secrets.items()).toEqual([key('ssk', '2')]);
  });

  test('is reordered; those not named come last', async () => {
    const { connections, topic } = await setUpConnections(['a', 'b', 'c', 'd'].map((id) => ({ ...own, id })));
    await connections.arrange(['d', 'unknown', 'b', 'd']);
    expect(topic.get().value.map(({ id }) => id)).toEqual(['d', 'b', 'a', 'c']);
  });

  test.each([
    [
      { id: 'c', pinned: true },
      { pinned: true, group: 'Work' },
    ],
    [
      { id: 'c', group: null },
      { pinned: false, group: null },
    ],
    [
      { id: 'c', pinned: true, group: 'Home' },
      { pinned: true, group: 'Home' },
    ],
    [{ id: 'c' }, { pinned: false, group: 'Work' }],
  ])('is moved with what it takes over, in one push: %j', async (moved, expected) => {
    const { connections, topic } = await setUpConnections(['a', 'b', 'c'].map((id) => ({ ...own, id })));
    await connections.updateDisplay('c', { group: 'Work' });
    const { revision } = topic.get();
    await connections.arrange(['c', 'a', 'b'], moved);
    expect(topic.get()).toMatchObject({ revision: revision + 1, value: [{ id: 'c', ...expected }, { id: 'a' }, { id: 'b' }] });
  });

  test('is moved though the one that takes something over was removed in the meantime', async () => {
    const { connections, topic } = await setUpConnections(['a', 'b'].map((id) => ({ ...own, id })));
    await connections.arrange(['b', 'a'], { id: 'gone', pinned: true });
    expect(topic.get().value.map(({ id, pinned }) => [id, pinned])).toEqual([
      ['b', false],
      ['a', false],
    ]);
  });

  test('that points elsewhere loses the detected features', async () => {
    const { connections, topic, forgetAccounts } = await setUpConnections();
    const id = await connections.add(draft);
    const found = { release: '2.8.26', features: { 'oauth-providers': true }, at: 1 };
    expect(await connections.detected(id, found, await connections.target(id))).toBe(true);
    expect(topic.get().value[0]).toMatchObject({ release: '2.8.26', features: found.features });
    const same = { baseUrl: 'https://api.test/', projectId: draft.projectId.toUpperCase() };
    await connections.edit(id, same);
    expect(forgetAccounts).not.toHaveBeenCalled();
    expect(topic.get().value[0]?.release).toBe('2.8.26');
    await connections.edit(id, { projectId: 'internal' });
    expect(new Set(forgetAccounts.mock.calls.flat())).toEqual(new Set([id]));
    expect(topic.get().value[0]).toMatchObject({ projectId: 'internal', release: null, features: null });
  });
});

test('stores no detection of another server when the change runs again after a change by another process', async () => {
  const { open, openFile } = await setUpConnections();
  const file = openFile();
  const connections = open(file);
  const id = await connections.add(draft);
  const target = await connections.target(id);
  const { update } = file;
  vi.spyOn(file, 'update').mockImplementationOnce(async (change) => {
    change(await file.read());
    const moved = (record: ConnectionRecord) => ({ ...record, baseUrl: 'https://two.test' });
    await openFile().update((data) => ({ ...data, connections: data.connections.map(moved) }));
    return update(change);
  });
  expect(await connections.detected(id, { release: '2.8.26', features: {}, at: 1 }, target)).toBe(false);
});

test('deletes accounts before and after a connection points to another server, but not while its new keys can’t be stored', async () => {
  const { connections, secrets, forgetAccounts } = await setUpConnections();
  const id = await connections.add({ ...draft, keys: { client: key('pck', '1') } });
  const seen: (string | null)[] = [];
  forgetAccounts.mockImplementation(async (connectionId) => seen.push(connections.find(connectionId).baseUrl));
  const move = () => connections.edit(id, { baseUrl: 'https://two.test', keys: { client: key('pck', '2') } });
  secrets.locked = true;
  expect(await reportOf(move())).toEqual({ code: 'keychain-locked' });
  expect(seen).toEqual([]);
  secrets.locked = false;
  await move();
  expect([seen[0], seen.at(-1), connections.find(id).baseUrl]).toEqual(['https://api.test', 'https://two.test', 'https://two.test']);
});

test('an edit to another server fails when the accounts can’t be deleted', async () => {
  const { connections, secrets, forgetAccounts } = await setUpConnections();
  const id = await connections.add({ ...draft, keys: { client: key('pck', '1') } });
  forgetAccounts.mockRejectedValue(fail('profile-not-writable'));
  const change = { baseUrl: 'https://two.test', keys: { client: key('pck', '2') } };
  expect(await reportOf(connections.edit(id, change))).toEqual({ code: 'profile-not-writable' });
  expect([connections.find(id).baseUrl, secrets.items()]).toEqual(['https://api.test', [key('pck', '1')]]);
});

test.each(['', 'unknown', '__proto__', 'constructor', 'OWN'])('"%s" is `unknown-connection`', async (id) => {
  const { connections, topic } = await setUpConnections([own]);
  expect(connections.has(id)).toBe(false);
  for (const asking of [
    () => connections.target(id),
    () => connections.updateDisplay(id, { name: 'x' }),
    () => connections.edit(id, {}),
    () => connections.duplicate(id),
    () => connections.remove(id),
  ]) {
    expect(await reportOf(asking())).toEqual({ code: 'unknown-connection' });
  }
  expect(topic.get().value.map((known) => known.name)).toEqual(['Mine']);
});

test.each([
  { what: 'a secret', record: { ...own, serverKey: 'ssk' } },
  { what: 'no id', record: { ...own, id: undefined } },
  { what: 'another kind', record: { ...own, kind: 'cloud' } },
  { what: 'another environment', record: { ...own, environment: 'moon' } },
])('renames a file with $what', async ({ record }) => {
  const { topic, aside } = await setUpConnections([own, record]);
  expect([topic.get().value, aside.map(({ kind }) => kind)]).toEqual([[], ['file-unreadable']]);
});
