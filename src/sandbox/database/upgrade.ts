/** Upgrades data of an earlier version in place. */
import type { Store } from './database';
import { schemaVersion, tables } from './schema';

/** Oldest version that can be upgraded. */
export const oldestVersion = 2;

/** Upgrades the data in one transaction. Does nothing if it is current. */
export function upgradeDatabase(store: Store): void {
  const isUpgraded = store.transaction(() => {
    if (versionOf(store) === schemaVersion) return false;
    toVersion3(store);
    store.script(`PRAGMA user_version = ${schemaVersion}`);
    return true;
  });
  if (!isUpgraded) return;
  // The file's header has to contain the version, because it is read from there.
  store.script('PRAGMA wal_checkpoint(TRUNCATE)');
}

function versionOf(store: Store): number | undefined {
  return store.one<{ readonly user_version: number }>('PRAGMA user_version')?.user_version;
}

function toVersion3(store: Store): void {
  store.script(`
ALTER TABLE mails ADD COLUMN sender TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN country TEXT;
DROP INDEX IF EXISTS sessions_by_country;
ALTER TABLE oauth_accounts RENAME TO former_accounts;
ALTER TABLE oauth_tokens RENAME TO former_tokens;
`);
  store.script(tables);
  store.script(`
INSERT INTO oauth_accounts (user, provider, account_id, email, id, allow_sign_in, allow_connected_accounts)
  SELECT user, provider, account_id, email, id, allow_sign_in, allow_connected_accounts FROM former_accounts;
INSERT INTO oauth_tokens (user, provider, account_id, scope, access_token, expires_at, refresh_token)
  SELECT t.user, t.provider, a.account_id, t.scope, t.access_token, t.expires_at, t.refresh_token
  FROM former_tokens t JOIN former_accounts a ON a.user = t.user AND a.provider = t.provider;
DROP TABLE former_tokens;
DROP TABLE former_accounts;
UPDATE users SET country = (SELECT json_extract(s.ip_info, '$.countryCode') FROM sessions s
  WHERE s.user = users.key AND s.ip_info IS NOT NULL ORDER BY s.last_used_at DESC LIMIT 1);
UPDATE mails SET sender = coalesce(
  (SELECT json_extract(l.sender, '$.sender_name') || ' <' || json_extract(l.sender, '$.sender_email') || '>' FROM mail_log l WHERE l.id = mails.id),
  '');
${internalAsTheService}`);
}

/** Replaces only values that the sandbox itself had written. */
const internalAsTheService = `
UPDATE projects SET display_name = 'Stack Dashboard' WHERE id = 'internal' AND display_name = 'Dashboard';
UPDATE projects SET config = json_set(config, '$.team_creator_default_permissions', json('[]'))
  WHERE id = 'internal' AND json_extract(config, '$.team_creator_default_permissions') = '[{"id":"admin"}]';
UPDATE projects SET config = json_set(config, '$.team_member_default_permissions', json('[]'))
  WHERE id = 'internal' AND json_extract(config, '$.team_member_default_permissions') = '[{"id":"member"}]';
DELETE FROM permissions WHERE project = (SELECT key FROM projects WHERE id = 'internal')
  AND (id, description) IN (VALUES ('admin', 'Default permission for team admins'), ('member', 'Default permission for team members'));
UPDATE permissions SET description = 'Default permission for team creators'
  WHERE id = 'admin' AND description = 'Default permission for team admins';
`;
