import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FolderNotWritable } from '../database/data-folder';
import { openDatabase } from '../database/database';
import { createTestSandbox } from '../testing/test-sandbox';

/** Code of the error that the library throws the next time that it opens a data file; null if it opens it. */
let failure: string | null = null;
vi.mock('../database/database', async (load) => {
  const real = await load<typeof import('../database/database')>();
  return {
    ...real,
    openDatabase(path: string) {
      if (failure === null || !path.endsWith('sandbox.db')) return real.openDatabase(path);
      const error = Object.assign(new Error('not now'), { code: failure });
      failure = null;
      throw error;
    },
  };
});

let folder: string;
beforeEach(() => {
  failure = null;
  folder = mkdtempSync(join(tmpdir(), 'sandbox-spec-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('a data folder', () => {
  it('keeps users, keys and tokens across a restart', async () => {
    const first = await createTestSandbox({ folder });
    const tokens = await first.signIn();
    await first.call('client', 'PATCH', '/users/me', { display_name: 'Kept' }, tokens.access_token);
    first.store.close();

    const second = await createTestSandbox({ folder, seed: 'empty', random: 999 });
    expect(second.keys).toEqual(first.keys);
    expect((await second.call('client', 'GET', '/users/me', undefined, tokens.access_token)).json.display_name).toBe('Kept');
    const headers = { ...second.headers('client'), 'x-stack-refresh-token': tokens.refresh_token };
    expect((await second.raw('POST', '/auth/sessions/current/refresh', headers)).status).toBe(200);
    expect((await second.call('server', 'GET', '/users?query=kept')).items).toHaveLength(1);
    second.store.close();
  });

  it('keeps the clock’s offset', async () => {
    const first = await createTestSandbox({ folder });
    await first.raw('POST', '/sandbox/clock', { 'content-type': 'application/json' }, '{"advance_millis":5000}');
    first.store.close();
    const second = await createTestSandbox({ folder });
    const answer = await second.raw('POST', '/sandbox/clock', { 'content-type': 'application/json' }, '{"advance_millis":0}');
    expect(answer.json.now_millis).toBe(second.clock.now() + 5000);
    second.store.close();
  });

  it('is created when it is missing', async () => {
    const deep = join(folder, 'a', 'b');
    (await createTestSandbox({ folder: deep })).store.close();
    expect(existsSync(join(deep, 'sandbox.db'))).toBe(true);
  });

  it('renames a file that isn’t a database', async () => {
    writeFileSync(join(folder, 'sandbox.db'), 'no database at all, and long enough to look like one '.repeat(100));
    const test = await createTestSandbox({ folder });
    expect(test.faults).toEqual([
      expect.stringMatching(/could not be read; the file was renamed to .*sandbox\.db\.unreadable-2025-04-09T12-00-00-000Z/),
    ]);
    expect((await test.signIn()).user_id).toBeTruthy();
    test.store.close();
    expect(readdirSync(folder).filter((name) => name.includes('unreadable'))).toHaveLength(1);
  });

  it('renames a file with damaged pages', async () => {
    const first = await createTestSandbox({ folder });
    first.store.script('PRAGMA wal_checkpoint(TRUNCATE)');
    first.store.close();
    const file = openDatabase(join(folder, 'sandbox.db'));
    file.script("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 2 WHERE name = 'sessions'");
    file.close();
    const second = await createTestSandbox({ folder });
    expect(second.faults).toHaveLength(1);
    second.store.close();
  });

  it('renames a file of another version', async () => {
    const first = await createTestSandbox({ folder });
    first.store.script('PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE)');
    first.store.close();
    const second = await createTestSandbox({ folder });
    expect(second.faults).toHaveLength(1);
    second.store.close();
  });

  it('renames an unfinished seed', async () => {
    const first = await createTestSandbox({ folder });
    first.store.script('PRAGMA user_version = 0; PRAGMA wal_checkpoint(TRUNCATE)');
    first.store.close();
    const second = await createTestSandbox({ folder });
    expect(second.faults).toHaveLength(1);
    second.store.close();
  });

  it.each(['SQLITE_BUSY', 'SQLITE_BUSY_RECOVERY'])(
    'waits for a process that has it locked, as one does that closes it: %s',
    async (code) => {
      const first = await createTestSandbox({ folder });
      first.store.close();
      failure = code;
      const second = await createTestSandbox({ folder, random: 999 });
      expect([second.faults, second.keys]).toEqual([[], first.keys]);
      second.store.close();
    },
  );

  it.each(['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'SQLITE_CANTOPEN', 'SQLITE_NOMEM'])(
    'keeps data that can’t be opened now: %s',
    async (code) => {
      const first = await createTestSandbox({ folder });
      first.store.close();
      failure = code;
      await expect(createTestSandbox({ folder })).rejects.toMatchObject({ code });
      const second = await createTestSandbox({ folder, random: 999 });
      expect([second.faults, second.keys]).toEqual([[], first.keys]);
      second.store.close();
    },
  );

  it.each(['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_IOERR_SHORT_READ'])('renames data that is damaged: %s', async (code) => {
    (await createTestSandbox({ folder })).store.close();
    failure = code;
    const second = await createTestSandbox({ folder });
    expect(second.faults).toHaveLength(1);
    second.store.close();
  });

  it('seeds an empty file without a notice', async () => {
    writeFileSync(join(folder, 'sandbox.db'), '');
    const test = await createTestSandbox({ folder });
    expect(test.faults).toEqual([]);
    test.store.close();
  });

  it('must be a folder', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    await expect(createTestSandbox({ folder: file })).rejects.toThrow(FolderNotWritable);
    await expect(createTestSandbox({ folder: join(file, 'below') })).rejects.toThrow(
      `The data folder ${join(file, 'below')} cannot be written to.`,
    );
  });
});

describe('transactions', () => {
  it('are rolled back on failure, also nested ones', () => {
    const store = openDatabase(':memory:');
    store.script('CREATE TABLE t (x INTEGER)');
    const add = (x: number) => store.run('INSERT INTO t VALUES (?)', [x]);
    const failing = () =>
      store.transaction(() => {
        add(1);
        store.transaction(() => add(2));
        throw new Error('no');
      });
    expect(failing).toThrow('no');
    expect(store.all('SELECT x FROM t')).toEqual([]);
    store.transaction(() => add(3));
    expect(store.all('SELECT x FROM t')).toEqual([{ x: 3 }]);
  });
});
