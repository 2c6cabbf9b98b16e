/** Database schema. Large tables refer to each other by integer keys; IDs of the API are indexed columns. */

import { apiKeyTables } from '../api-keys/api-key-schema';
import { cliTables } from '../cli-login/cli-login-schema';
import { codeIndices, codeTables } from '../codes/code-schema';
import { contactChannelIndices, contactChannelTables } from '../contact-channels/contact-channel-schema';
import { emailIndices, emailTables } from '../emails/email-schema';
import { metricsIndices, metricsTables } from '../metrics/metrics-schema';
import { oauthIndices, oauthTables } from '../oauth/oauth-schema';
import { passkeysIndices } from '../passkeys/passkey-schema';
import { permissionsTables } from '../permissions/permission-schema';
import { projectTables } from '../projects/project-schema';
import { sessionIndices, sessionTables } from '../sessions/session-schema';
import { teamIndices, teamTables } from '../teams/team-schema';
import { userIndices, userTables } from '../users/user-schema';

/**
 * Version of the schema. Increment it when the columns of a table change, and add a step to `upgrade.ts`. New tables don't require a
 * new version.
 */
export const schemaVersion = 3;

export const tables = `
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
${projectTables}${teamTables}${userTables}${contactChannelTables}${sessionTables}${codeTables}${emailTables}${oauthTables}${cliTables}${metricsTables}${permissionsTables}${apiKeyTables}`;

/**
 * Indices, created after seeding because that is much faster. Those with folded text let a search walk the list without reading the
 * rows.
 */
export const indices = `
${teamIndices}${userIndices}${contactChannelIndices}${sessionIndices}${codeIndices}${emailIndices}${passkeysIndices}${oauthIndices}${metricsIndices}`;

/** Trigram indices of folded names and channel values. They contain no text: LIKE verifies each match in the table. */
export const searchIndices = `
${searchTable('user_names', 'users', 'display_name_folded')}
${searchTable('channel_values', 'contact_channels', 'value_folded')}
`;

/** Fills the search tables from the tables they index. */
export const rebuildSearch = `
INSERT INTO user_names(user_names) VALUES ('rebuild');
INSERT INTO channel_values(channel_values) VALUES ('rebuild');
`;

function searchTable(name: string, table: string, column: string): string {
  const add = `INSERT INTO ${name}(rowid, ${column}) VALUES (new.key, new.${column});`;
  const remove = `INSERT INTO ${name}(${name}, rowid, ${column}) VALUES ('delete', old.key, old.${column});`;
  return `
CREATE VIRTUAL TABLE IF NOT EXISTS ${name} USING fts5(${column}, content='${table}', content_rowid='key', tokenize='trigram', detail=none);
CREATE TRIGGER IF NOT EXISTS ${name}_added AFTER INSERT ON ${table} BEGIN ${add} END;
CREATE TRIGGER IF NOT EXISTS ${name}_removed AFTER DELETE ON ${table} BEGIN ${remove} END;
CREATE TRIGGER IF NOT EXISTS ${name}_changed AFTER UPDATE OF ${column} ON ${table} BEGIN ${remove} ${add} END;`;
}

/** Returns text in the form that searches compare. The database itself only folds ASCII. */
export function foldCase(text: string): string {
  return text.toLowerCase();
}
