/** What a line of a file says about a user, before it is known whether the user exists. */
import type { LineProblem } from '#contract/imports/check.ts';
import type { MappingOf } from '#contract/imports/mapping.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { type ImportedPath, withPathsInside } from '../../jobs/imported-fields';
import { type Cell, type FileRecord, ownText } from '../reading/file-record';
import {
  type Read,
  readEmail,
  readHash,
  readId,
  readJson,
  readMetadata,
  readPassword,
  readText,
  readUrl,
  readYesNo,
  severalTexts,
} from './cell-values';
import { cellOf, type MappedColumn, taking } from './planned-line';

/** A name of a team or a permission, and the column that has it. */
export interface Reference {
  readonly column: MappedColumn;
  readonly by: 'name' | 'id';
  readonly text: string;
}

export interface UserDraft {
  readonly line: number;
  readonly id: string | null;
  readonly email: string | null;
  readonly fields: Readonly<Record<string, JsonValue>>;
  readonly paths: readonly ImportedPath[];
  /** Fields and paths whose cells are empty. */
  readonly emptyFields: readonly string[];
  readonly emptyPaths: readonly string[];
  readonly teams: readonly Reference[];
  readonly permissions: readonly Reference[];
  readonly secret: { readonly password: string } | { readonly password_hash: string } | null;
  readonly problems: readonly LineProblem[];
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer I)[] ? I[] : T[K] };

/** The fields of the service that columns fill as they are. */
const plainFields: Readonly<Record<string, { readonly field: string; readonly read: (cell: Cell) => Read<JsonValue> }>> = {
  email_verified: { field: 'primary_email_verified', read: readYesNo },
  email_auth: { field: 'primary_email_auth_enabled', read: readYesNo },
  display_name: { field: 'display_name', read: readText },
  profile_image_url: { field: 'profile_image_url', read: readUrl },
  one_time_codes: { field: 'otp_auth_enabled', read: readYesNo },
  client_metadata: { field: 'client_metadata', read: readJson },
  client_read_only_metadata: { field: 'client_read_only_metadata', read: readJson },
  server_metadata: { field: 'server_metadata', read: readJson },
};

/** Returns the draft of a line. */
export function userDraft(columns: readonly MappedColumn[], record: FileRecord): UserDraft {
  const fields: Record<string, JsonValue> = {};
  const draft: Mutable<UserDraft> = {
    ...{
      line: record.line,
      id: null,
      email: null,
      fields,
      paths: [],
      emptyFields: [],
      emptyPaths: [],
      teams: [],
      permissions: [],
      secret: null,
    },
    problems: [],
  };
  for (const column of columns) {
    const cell = cellOf(record, column);
    const { target } = column;
    const take = taking(column, cell, draft.problems);
    const plain = plainFields[target.field];
    if (plain !== undefined) {
      const { field } = plain;
      take(
        plain.read(cell),
        (value) => Object.assign(fields, { [field]: value }),
        () => draft.emptyFields.push(field),
      );
    } else if (target.field === 'id') take(readId(cell), (id) => Object.assign(draft, { id: id.toLowerCase() }));
    else if (target.field === 'email') take(readEmail(cell), (email) => Object.assign(draft, { email }));
    else if (target.field === 'password') take(readPassword(cell), (password) => Object.assign(draft, { secret: { password } }));
    else if (target.field === 'password_hash') take(readHash(cell), (hash) => Object.assign(draft, { secret: { password_hash: hash } }));
    else if (target.field === 'metadata') {
      const { path } = target;
      take(
        readMetadata(cell, target.type),
        (value) => draft.paths.push({ path, value }),
        () => draft.emptyPaths.push(path),
      );
    } else if (target.field === 'team') draft.teams.push(...references(column, target.by, severalTexts(cell, target.separator)));
    else if (target.field === 'permission') draft.permissions.push(...references(column, 'id', severalTexts(cell, target.separator)));
  }
  return { ...draft, ...withPathsInside(draft) };
}

function references(column: MappedColumn, by: Reference['by'], texts: readonly string[]): readonly Reference[] {
  return texts.map((text) => ({ column, by, text }));
}

/** By what a user is found: the ID, or the address. Null for a line without it. */
export function keyOf(
  draft: Pick<UserDraft, 'id' | 'email'>,
  match: MappingOf<'users'>['match'],
  fold: (email: string) => string,
): string | null {
  const key = match === 'id' ? draft.id : draft.email === null ? null : fold(draft.email);
  return key === null ? null : ownText(key);
}
