import { describe, expect, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { eventually } from '#tests/support/eventually.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import type { SecretStore } from '../ports/ports';
import { systemClock } from '../runtime/system-clock';
import type { JsonFile } from '../storage/json-file';
import { type ConnectionRegistry, createConnectionRegistry } from './connection-registry';
import { type ConnectionRecord, type ConnectionsData, connectionsFile, withDefaults } from './connections-file';

/** A keychain shared by several processes. */
function keychain() {
  const items = new Map<string, string>();
  const store: SecretStore = {
    kind: 'system',
    get: async (item) => items.get(item) ?? null,
    set: async (item, value) => void items.set(item, value),
    delete: async (item) => void items.delete(item),
  };
  return { items, store };
}

const record = (id: string, name: string): ConnectionRecord =>
  withDefaults({ id, kind: 'project', name, baseUrl: 'https://x.test', projectId: 'p', environment: 'development' });

// Real time, because two programs wait for each other: a fast clock would time out before the disk is done.
const clock = systemClock;
let made = 0;

function open(
  profile: string,
  secrets: SecretStore,
  wrap: (file: JsonFile<ConnectionsData>) => JsonFile<ConnectionsData> = (file) => file,
) {
  const file = connectionsFile(profile, clock, (what) => {
    throw new Error(`${what.file} was set aside`);
  });
  const leave = async () => undefined;
  return createConnectionRegistry({
    file: wrap(file),
    secrets,
    newId: () => `${++made}`,
    assertMayAdd: () => undefined,
    onChange: () => undefined,
    leave,
  });
}

/** Returns the connections with their names and the keys that they would send. */
function seen(registry: ConnectionRegistry, items: ReadonlyMap<string, string>): string[] {
  return registry.records().map(
    ({ name, keys }) =>
      `${name}: ${Object.values(keys)
        .map((key) => (key ? items.get(key.item) : ''))
        .join(' ')}`,
  );
}

const doings: { what: string; doing: (registry: ConnectionRegistry) => Promise<void>; after: string[] }[] = [
  {
    what: 'an addition',
    doing: (registry) => registry.put({ client: 'pck-b', admin: 'sak-b' }, () => record('b', 'New')),
    after: ['Old: ssk-old', 'New: pck-b sak-b'],
  },
  {
    what: 'a change of keys',
    doing: (registry) =>
      registry.put({ client: 'pck-a', server: 'ssk-new' }, ([now]) => ({ ...(now ?? record('a', '?')), name: 'Changed' })),
    after: ['Changed: pck-a ssk-new'],
  },
  {
    what: 'taking a key away',
    doing: (registry) => registry.put({ server: null }, ([now]) => now ?? record('a', '?')),
    after: ['Old: '],
  },
  { what: 'a removal', doing: (registry) => registry.remove('a'), after: [] },
];

describe.each([
  { end: 'a crash', thrown: () => new Error('dead'), forEver: true },
  { end: 'a failing keychain or disk', thrown: () => fail('keychain-locked'), forEver: false },
])('$end', ({ thrown, forEver }) => {
  test.each(doings)('between any two steps of $what leaves it as before or as after', async ({ doing, after }) => {
    const outcomes = new Set<string>();
    for (let limit = 0, isDone = false; !isDone; limit += 1) {
      const profile = await temporaryFolder();
      const { items, store } = keychain();
      const first = open(profile, store);
      await first.load();
      await first.put({ server: 'ssk-old' }, () => record('a', 'Old'));

      let steps = 0;
      const step = () => {
        steps += 1;
        if (forEver ? steps > limit : steps === limit + 1) throw thrown();
      };
      const mortal: SecretStore = {
        ...store,
        set: async (item, value) => {
          step();
          await store.set(item, value);
        },
        delete: async (item) => {
          step();
          await store.delete(item);
        },
      };
      const victim = open(profile, mortal, ({ read, update }) => ({
        read,
        async update(change) {
          step();
          return update(change);
        },
      }));
      await victim.load();
      await doing(victim).catch(() => undefined);
      isDone = steps <= limit;

      const next = open(profile, store);
      await next.load();
      // The next start removes leftovers and updates the file.
      await expect.poll(async () => (await leftIn(profile)).length).toBe(0);
      const found = seen(next, items);
      outcomes.add(found.join('; '));
      expect([['Old: ssk-old'], after]).toContainEqual(found);
      expect(items.size).toBe(next.records().flatMap(({ keys }) => Object.values(keys)).length);
    }
    expect(outcomes).toEqual(new Set(['Old: ssk-old', after.join('; ')]));
  });
});

async function leftIn(profile: string): Promise<string[]> {
  const { adding, leftovers } = await connectionsFile(profile, clock, () => undefined).read();
  return [...adding, ...leftovers];
}

test('a change is repeated when a starting process treats it as left by a crash', async () => {
  const profile = await temporaryFolder();
  const { items, store } = keychain();
  let isFirst = true;
  const registry = open(profile, {
    ...store,
    async set(item, value) {
      await store.set(item, value);
      if (!isFirst) return;
      isFirst = false;
      await open(profile, store).load();
      await eventually(() => expect(items.size).toBe(0));
    },
  });
  await registry.load();
  await registry.put({ server: 'ssk-a' }, () => record('a', 'New'));
  // The other process still stores that it has removed them.
  await eventually(async () =>
    expect([seen(registry, items), [...items.values()], await leftIn(profile)]).toEqual([['New: ssk-a'], ['ssk-a'], []]),
  );
});
