/** Database schema. Large tables refer to each other by integer keys; IDs of the API are indexed columns. */

import { apiKeyTables } from './api-key-store';
import { cliTables } from './cli-login-store';
import { codeIndices, codeTables } from './code-store';
import { configTables } from './config-store';
import { contactChannelIndices, contactChannelTables } from './contact-channel-store';
import { draftTables } from './draft-store';
import { emailIndices, emailTables } from './email-store';
import { fileTables } from './file-store';
import { managedDomainTables } from './managed-domain-store';
import { metricsIndices, metricsTables } from './metrics-store';
import { oauthIndices, oauthTables } from './oauth-store';
import { outboxTables } from './outbox-store';
import { passkeysIndices } from './passkey-store';
import { permissionsTables } from './permission-store';
import { projectTables } from './project-store';
import { sessionIndices, sessionTables } from './session-store';
import { signUpRuleTables } from './sign-up-rule-store';
import { teamIndices, teamTables } from './team-store';
import { userIndices, userTables } from './user-store';

/**
 * Version of the schema. Increment it when the columns of a table change, and add a step to `upgrade.ts`. New tables don't require a
 * new version.
 */
export const schemaVersion = 4;

export const tables = `
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
${projectTables}${configTables}${signUpRuleTables}${teamTables}${userTables}${contactChannelTables}${sessionTables}${codeTables}${emailTables}${outboxTables}${draftTables}${managedDomainTables}${fileTables}${oauthTables}${cliTables}${metricsTables}${permissionsTables}${apiKeyTables}`;

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
