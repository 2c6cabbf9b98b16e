import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { key, setUpConnections } from '#tests/support/main/connections-scene.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { createTaskQueue } from '../../storage/task-queue';
import { createOpenedFiles, openedFileMillis } from './opened-files';
import { seal } from './sealed-list';

const projectId = '6fbbf22e-f4b2-4c6e-95a1-beab6fa41063';
const passphrase = 'correct horse battery';
const entry = {
  name: 'Engines',
  baseUrl: 'https://api.test',
  projectId,
  environment: 'production',
  colour: 'teal',
  handlerBase: '/handler',
  safety: 'read-only',
  group: 'Work',
  keys: { client: key('pck', 'a'), server: key('ssk', 'b') },
};
const plain = { ...entry, name: 'Cellar', baseUrl: 'http://10.0.0.1', keys: { admin: 'short' } };

const cheap = { cost: 2, blockSize: 8, parallelization: 1 };

const sealed = (content: unknown) => seal(typeof content === 'string' ? content : JSON.stringify(content), passphrase, randomBytes, cheap);

async function setUp() {
  const scene = await setUpConnections();
  const clock = createFakeClock();
  let made = 0;
  const files = createOpenedFiles({
    connections: scene.connections,
    clock,
    newId: () => `file-${++made}`,
    inTurn: createTaskQueue(),
    costs: [cheap],
  });
  const open = async (entries: readonly unknown[], windowId = 'w') =>
    files.open(await sealed({ connections: entries }), passphrase, windowId);
  return { ...scene, clock, files, open };
}

describe('an opened file', () => {
  test('shows what would be added, with the last characters of long keys, and adds nothing', async () => {
    const { open, connections, secrets } = await setUp();
    const { preview } = await open([entry, plain, { name: 'Broken' }, 7, entry]);
    expect(preview).toEqual([
      {
        index: 0,
        name: 'Engines',
        connection: {
          baseUrl: 'https://api.test',
          projectId,
          environment: 'production',
          safety: 'read-only',
          keys: { client: 'aaaa', server: 'bbbb', admin: false },
        },
        skip: null,
      },
      expect.objectContaining({
        name: 'Cellar',
        connection: expect.objectContaining({ keys: { client: false, server: false, admin: true } }),
        skip: 'not-secure',
      }),
      { index: 2, name: 'Broken', connection: null, skip: 'invalid' },
      { index: 3, name: null, connection: null, skip: 'invalid' },
      expect.objectContaining({ index: 4, skip: 'duplicate' }),
    ]);
    expect([connections.records(), secrets.items()]).toEqual([[], []]);
  });

  test('is added with its keys and safety levels', async () => {
    const { open, files, connections, secrets } = await setUp();
    const { fileId } = await open([entry, plain]);
    const result = await files.add(fileId, 'w', false);
    expect(result).toEqual({ outcome: 'done', added: [expect.any(String)], skipped: [{ index: 1, name: 'Cellar', reason: 'not-secure' }] });
    const { keys: _keys, ...fields } = entry;
    const [record] = connections.records();
    expect(record).toMatchObject({ ...fields, keys: { client: { ending: 'aaaa' }, server: { ending: 'bbbb' } }, owner: null });
    expect(record?.keys.admin).toBeUndefined();
    expect(secrets.items()).toEqual([entry.keys.client, entry.keys.server]);
    expect(await reportOf(files.add(fileId, 'w', false))).toEqual({ code: 'secret-expired' });
  });

  test('is added without encryption only if the user allows it', async () => {
    const { open, files, connections } = await setUp();
    const { fileId } = await open([plain]);
    expect(await files.add(fileId, 'w', true)).toMatchObject({ outcome: 'done', skipped: [] });
    expect(connections.records().map(({ name }) => name)).toEqual(['Cellar']);
  });

  test.each(['before', 'after'])('skips a connection that was added %s it was opened, and stores no key of it', async (when) => {
    const { open, files, connections, secrets } = await setUp();
    const { keys: _keys, ...fields } = entry;
    const add = () => connections.add(fields as Parameters<typeof connections.add>[0]);
    if (when === 'before') await add();
    const { fileId } = await open([entry]);
    if (when === 'after') await add();
    expect(await files.add(fileId, 'w', false)).toEqual({
      outcome: 'done',
      added: [],
      skipped: [{ index: 0, name: 'Engines', reason: 'duplicate' }],
    });
    expect([connections.records().length, secrets.items()]).toEqual([1, []]);
  });

  test('skips a connection that another process adds while its keys are stored', async () => {
    const { open, files, connections, secrets, openFile } = await setUp();
    const { fileId } = await open([entry]);
    const set = secrets.set.bind(secrets);
    const { keys: _keys, ...fields } = entry;
    secrets.set = async (item, value) => {
      secrets.set = set;
      await set(item, value);
      const other = { ...fields, id: 'other', kind: 'project', pinned: false, keys: {}, owner: null, detected: null } as const;
      await openFile().update((now) => ({ ...now, connections: [...now.connections, other as (typeof now.connections)[number]] }));
    };
    expect(await files.add(fileId, 'w', false)).toMatchObject({ added: [], skipped: [{ reason: 'duplicate' }] });
    expect([connections.records().map(({ id }) => id), secrets.items()]).toEqual([['other'], []]);
  });

  test('stops at a locked keychain: whole connections before, nothing of the others, and it can be repeated', async () => {
    const { open, files, connections, secrets, openFile } = await setUp();
    const second = { ...entry, name: 'Second' };
    const { fileId } = await open([entry, second, { ...entry, name: 'Third' }]);
    const set = secrets.set.bind(secrets);
    let calls = 0;
    // The first key of the second connection is stored, the second one isn't.
    secrets.set = async (item, value) => {
      calls += 1;
      secrets.locked = calls > 3;
      return set(item, value);
    };
    const result = await files.add(fileId, 'w', false);
    expect(result).toMatchObject({ outcome: 'failed', name: 'Second', error: { code: 'keychain-locked' } });
    expect(result.outcome === 'failed' && result.preview.map(({ skip }) => skip)).toEqual(['duplicate', null, null]);
    expect(connections.records().map(({ name }) => name)).toEqual(['Engines']);
    const { adding, leftovers } = await openFile().read();
    expect(adding).toEqual([]);
    expect(leftovers).not.toEqual([]);

    secrets.set = set;
    secrets.locked = false;
    expect(await files.add(fileId, 'w', false)).toMatchObject({ outcome: 'done', skipped: [{ name: 'Engines', reason: 'duplicate' }] });
    expect(connections.records().map(({ name }) => name)).toEqual(['Engines', 'Second', 'Third']);
  });
});

describe('a file', () => {
  test('belongs to its window', async () => {
    const { open, files } = await setUp();
    const { fileId } = await open([entry]);
    expect(await reportOf(files.add(fileId, 'other', false))).toEqual({ code: 'secret-expired' });
    files.close(fileId, 'other');
    expect(await files.add(fileId, 'w', false)).toMatchObject({ outcome: 'done' });
  });

  test.each([
    ['it is closed', ({ files }: Awaited<ReturnType<typeof setUp>>, fileId: string) => files.close(fileId, 'w')],
    ['its window is closed', ({ files }: Awaited<ReturnType<typeof setUp>>) => files.forgetWindow('w')],
    ['15 minutes have passed', ({ clock }: Awaited<ReturnType<typeof setUp>>) => clock.advance(openedFileMillis)],
    ['another one is opened', ({ open }: Awaited<ReturnType<typeof setUp>>) => open([])],
  ])('is forgotten when %s', async (_when, end) => {
    const scene = await setUp();
    const { fileId } = await scene.open([entry]);
    await end(scene, fileId);
    expect(await reportOf(scene.files.add(fileId, 'w', false))).toEqual({ code: 'secret-expired' });
    expect(scene.connections.records()).toEqual([]);
  });

  test('isn’t kept for a window that is closed while it is opened', async () => {
    const { files, clock } = await setUp();
    const opening = files.open(await sealed({ connections: [entry] }), passphrase, 'w');
    files.forgetWindow('w');
    expect(await reportOf(opening)).toEqual({ code: 'cancelled' });
    expect(clock.waiting).toBe(0);
    expect(await reportOf(files.add('file-1', 'w', false))).toEqual({ code: 'secret-expired' });
  });

  test('that is opened last is kept, and the one that was being opened isn’t', async () => {
    const { files, connections } = await setUp();
    const texts = await Promise.all(['First', 'Second'].map((name) => sealed({ connections: [{ ...entry, name }] })));
    const [first, second] = texts.map((text) => files.open(text, passphrase, 'w'));
    expect(first && (await reportOf(first))).toEqual({ code: 'cancelled' });
    await files.add((await second)?.fileId ?? '', 'w', false);
    expect(connections.records().map(({ name }) => name)).toEqual(['Second']);
  });

  test('that fails to open leaves the one before', async () => {
    const { open, files } = await setUp();
    const { fileId } = await open([entry]);
    expect(await reportOf(files.open(await sealed({ connections: [] }), 'something else', 'w'))).toEqual({ code: 'passphrase-wrong' });
    expect(await files.add(fileId, 'w', false)).toMatchObject({ outcome: 'done' });
  });

  test.each([
    ['no JSON', 'ssk_secret'],
    ['a list', []],
    ['no connections', {}],
    ['connections that are no list', { connections: {} }],
    ['more than connections', { connections: [], accounts: [] }],
  ])('with %s is damaged', async (_what, content) => {
    const { files } = await setUp();
    expect(await reportOf(files.open(await sealed(content), passphrase, 'w'))).toEqual({ code: 'import-damaged' });
  });

  test.each([
    ['a key with a line break', { keys: { server: 'two\nlines' } }],
    ['a key that is too long', { keys: { server: 'x'.repeat(501) } }],
    ['an empty key', { keys: { server: '' } }],
    ['an unknown key', { keys: { owner: 'x' } }],
    ['no keys', { keys: undefined }],
    ['a session', { session: {} }],
    ['an address with a password', { baseUrl: 'https://a:b@c.test' }],
  ])('skips an entry with %s and adds the rest', async (_what, change) => {
    const { open } = await setUp();
    const { preview } = await open([{ ...entry, ...change }, entry]);
    expect(preview.map(({ skip }) => skip)).toEqual(['invalid', null]);
  });
});
