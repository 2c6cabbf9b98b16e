import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Store } from '../database/database';
import { createOAuthBrowser } from '../testing/oauth-browser';
import { ada, createTestSandbox, type TestSandbox } from '../testing/test-sandbox';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-spec-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** SQL that converts current data to version 2. */
const backToVersion2 = `
PRAGMA foreign_keys = OFF;
ALTER TABLE users DROP COLUMN restricted_by_admin;
ALTER TABLE users DROP COLUMN restricted_reason;
ALTER TABLE users DROP COLUMN restricted_details;
ALTER TABLE users DROP COLUMN country_code;
ALTER TABLE users DROP COLUMN risk_scores;
ALTER TABLE projects DROP COLUMN owner_team;
ALTER TABLE projects DROP COLUMN appearance;
ALTER TABLE cli_logins DROP COLUMN anonymous_token;
DROP INDEX users_by_country;
ALTER TABLE users DROP COLUMN country;
ALTER TABLE mails DROP COLUMN sender;
DROP TABLE deleted_users;
DROP TABLE deleted_users_days;
CREATE INDEX sessions_by_country ON sessions(project, json_extract(ip_info, '$.countryCode'), user);
CREATE TABLE accounts_2 (
  user INTEGER NOT NULL REFERENCES users(key) ON DELETE CASCADE, provider TEXT NOT NULL, account_id TEXT NOT NULL, email TEXT,
  id TEXT NOT NULL, allow_sign_in INTEGER NOT NULL DEFAULT 1, allow_connected_accounts INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (user, provider)
) WITHOUT ROWID;
INSERT INTO accounts_2 SELECT user, provider, account_id, email, id, allow_sign_in, allow_connected_accounts FROM oauth_accounts;
CREATE TABLE tokens_2 (
  user INTEGER NOT NULL REFERENCES users(key) ON DELETE CASCADE, provider TEXT NOT NULL, scope TEXT NOT NULL,
  access_token TEXT NOT NULL, expires_at INTEGER NOT NULL, refresh_token TEXT, PRIMARY KEY (user, provider, scope)
) WITHOUT ROWID;
INSERT INTO tokens_2 SELECT user, provider, scope, access_token, expires_at, refresh_token FROM oauth_tokens;
DROP TABLE oauth_tokens;
DROP TABLE oauth_accounts;
ALTER TABLE accounts_2 RENAME TO oauth_accounts;
ALTER TABLE tokens_2 RENAME TO oauth_tokens;
CREATE INDEX oauth_accounts_by_account ON oauth_accounts(provider, account_id);
UPDATE permissions SET description = 'Default permission for team admins' WHERE id = 'admin';
UPDATE projects SET display_name = 'Dashboard', config = json_set(config,
  '$.team_creator_default_permissions', json('[{"id":"admin"}]'), '$.team_member_default_permissions', json('[{"id":"member"}]'))
  WHERE id = 'internal';
INSERT INTO permissions (project, scope, id, description) SELECT key, 'team', 'member', 'Default permission for team members'
  FROM projects WHERE id = 'internal';
INSERT INTO permissions (project, scope, id, description) SELECT key, 'team', 'admin', 'Default permission for team admins'
  FROM projects WHERE id = 'internal';
PRAGMA user_version = 2;
PRAGMA wal_checkpoint(TRUNCATE);
`;

/** Returns all rows of the tables with user data. */
function contents(store: Store): Record<string, unknown[]> {
  const tables = [
    'projects',
    'users',
    'mails',
    'mail_log',
    'oauth_accounts',
    'oauth_tokens',
    'permissions',
    'sessions',
    'teams',
    'settings',
  ];
  return Object.fromEntries(tables.map((table) => [table, store.all(`SELECT * FROM ${table} ORDER BY 1, 2`)]));
}

async function livedIn(): Promise<TestSandbox> {
  const test = await createTestSandbox({ folder, users: 30 });
  await createOAuthBrowser(test).signIn({ account: 'Ada Lovelace' });
  await test.call('client', 'POST', '/auth/otp/send-sign-in-code', { email: ada.email, callback_url: 'http://localhost/in' });
  return test;
}

it('upgrades data of version 2 to the same data as this version stores', async () => {
  const first = await livedIn();
  const before = contents(first.store);
  first.store.script(backToVersion2);
  first.store.close();

  const second = await createTestSandbox({ folder });
  expect(second.faults).toEqual([]);
  expect(contents(second.store)).toEqual(before);
  expect((await second.raw('GET', '/sandbox/mailbox?limit=1')).items[0]?.from).toBe('Analytical Engines <noreply@example.com>');
  expect((await second.call('admin', 'GET', '/internal/metrics')).status).toBe(200);
  second.store.close();

  const third = await createTestSandbox({ folder });
  expect([third.faults, contents(third.store)]).toEqual([[], before]);
  third.store.close();
});

it('keeps changes in project internal', async () => {
  const first = await livedIn();
  first.store.script(`${backToVersion2}
    UPDATE projects SET display_name = 'Mine', config = json_set(config, '$.team_member_default_permissions', json('[]')) WHERE id = 'internal';
    UPDATE permissions SET description = 'Mine' WHERE id = 'member';
    PRAGMA wal_checkpoint(TRUNCATE)`);
  first.store.close();
  const { store } = await createTestSandbox({ folder });
  const own = "SELECT p.id, p.description FROM permissions p JOIN projects o ON o.key = p.project WHERE o.id = 'internal'";
  expect(store.all(own)).toEqual([{ id: 'member', description: 'Mine' }]);
  expect(store.one("SELECT display_name FROM projects WHERE id = 'internal'")).toEqual({ display_name: 'Mine' });
  store.close();
});

it('renames data that can’t be upgraded, unchanged', async () => {
  const first = await livedIn();
  first.store.script(`${backToVersion2} ALTER TABLE oauth_tokens RENAME TO elsewhere; PRAGMA wal_checkpoint(TRUNCATE)`);
  first.store.close();
  const second = await createTestSandbox({ folder });
  expect(second.faults).toEqual([expect.stringContaining('the file was renamed to')]);
  second.store.close();
});
