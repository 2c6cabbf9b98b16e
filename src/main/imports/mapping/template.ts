/** Files to start from: the columns that a kind can have, and lines as an example. */
import { csvRow } from '#contract/export/csv.ts';
import type { ImportKind } from '#contract/imports/source.ts';

const rows: Readonly<Record<ImportKind, readonly (readonly string[])[]>> = {
  users: [
    ['email', 'display_name', 'email_verified', 'password', 'team', 'permission', 'server.plan', 'client_read_only.seats'],
    ['ada@example.com', 'Ada Lovelace', 'yes', '', 'Difference Team', '', 'team', '12'],
    ['grace@example.com', 'Grace Hopper', 'no', '', '', '', 'free', '1'],
  ],
  teams: [
    ['name', 'member', 'server.plan'],
    ['Difference Team', 'ada@example.com, grace@example.com', 'team'],
    ['Apollo', '', 'free'],
  ],
  permissions: [
    ['id', 'scope', 'description', 'contained'],
    ['read_reports', 'team', 'Read reports', ''],
    ['edit_reports', 'team', 'Edit reports', 'read_reports'],
  ],
};

/** Returns the file of a kind. */
export function templateOf(kind: ImportKind): { readonly name: string; readonly text: string } {
  return { name: `${kind}-template.csv`, text: rows[kind].map((cells) => csvRow(cells)).join('') };
}
