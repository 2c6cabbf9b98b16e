/** Suggests what the columns of a file become, by their names. */
import { listSeparator } from '#contract/export/csv.ts';
import type { ImportMapping, ImportTarget, PermissionTarget, TeamTarget, UserTarget } from '#contract/imports/mapping.ts';
import { permissionTarget, teamTarget, userTarget } from '#contract/imports/mapping.ts';
import type { ImportKind } from '#contract/imports/source.ts';
import { parseMetadataPath } from '#contract/query/metadata-path.ts';
import { type Origin, originOf } from './origins';

/** What separates values in one cell, until the user says otherwise. */
const separator = ',';

const userNames: Readonly<Record<string, UserTarget>> = {
  id: { field: 'id' },
  userid: { field: 'id' },
  email: { field: 'email' },
  emailaddress: { field: 'email' },
  primaryemail: { field: 'email' },
  primaryemailaddress: { field: 'email' },
  verified: { field: 'email_verified' },
  emailverified: { field: 'email_verified' },
  primaryemailverified: { field: 'email_verified' },
  emailauth: { field: 'email_auth' },
  name: { field: 'display_name' },
  fullname: { field: 'display_name' },
  displayname: { field: 'display_name' },
  picture: { field: 'profile_image_url' },
  avatarurl: { field: 'profile_image_url' },
  profileimageurl: { field: 'profile_image_url' },
  password: { field: 'password' },
  passwordhash: { field: 'password_hash' },
  passworddigest: { field: 'password_hash' },
  onetimecodes: { field: 'one_time_codes' },
  team: { field: 'team', by: 'name', separator },
  teams: { field: 'team', by: 'name', separator },
  group: { field: 'team', by: 'name', separator },
  permission: { field: 'permission', separator },
  permissions: { field: 'permission', separator },
  clientmetadata: { field: 'client_metadata' },
  clientreadonlymetadata: { field: 'client_read_only_metadata' },
  servermetadata: { field: 'server_metadata' },
};

const teamNames: Readonly<Record<string, TeamTarget>> = {
  id: { field: 'id' },
  teamid: { field: 'id' },
  name: { field: 'display_name' },
  team: { field: 'display_name' },
  teamname: { field: 'display_name' },
  displayname: { field: 'display_name' },
  profileimageurl: { field: 'profile_image_url' },
  member: { field: 'member', by: 'email', separator },
  members: { field: 'member', by: 'email', separator },
  email: { field: 'member', by: 'email', separator },
  primaryemail: { field: 'member', by: 'email', separator },
  userid: { field: 'member', by: 'id', separator },
  clientmetadata: { field: 'client_metadata' },
  clientreadonlymetadata: { field: 'client_read_only_metadata' },
  servermetadata: { field: 'server_metadata' },
};

const permissionNames: Readonly<Record<string, PermissionTarget>> = {
  id: { field: 'id' },
  permission: { field: 'id' },
  description: { field: 'description' },
  scope: { field: 'scope' },
  contains: { field: 'contained', separator },
  contained: { field: 'contained', separator },
  // The name that exports have for it.
  containedpermissionids: { field: 'contained', separator: listSeparator },
};

const plainName = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Targets that several columns may have. */
const additive: ReadonlySet<string> = new Set(['team', 'permission', 'member', 'contained']);

/** Returns the mapping that the names of columns suggest. A column that fits a target that is taken isn't imported. */
export function suggestedMapping(kind: ImportKind, names: readonly string[]): ImportMapping {
  const origin = kind === 'users' ? originOf(names) : null;
  const byName = { users: userNames, teams: teamNames, permissions: permissionNames }[kind];
  const taken = new Set<string>();
  const columns = names.flatMap((name, column) => {
    const target = origin === null ? (byName[plainName(name)] ?? pathTarget(kind, name)) : ofOrigin(origin, name);
    if (target === undefined) return [];
    const key = 'path' in target ? target.path : target.field;
    if (taken.has(key) && !additive.has(target.field)) return [];
    // A member is named by one of the two.
    if (target.field === 'member' && taken.has('member')) return [];
    taken.add(key);
    return [{ column, target }];
  });
  return mappingOf(kind, columns, taken);
}

type Columns = readonly { readonly column: number; readonly target: ImportTarget }[];

function mappingOf(kind: ImportKind, columns: Columns, taken: ReadonlySet<string>): ImportMapping {
  const common = { existing: 'change', empty: 'keep' } as const;
  const fitting = <T>(parse: (target: unknown) => { data?: T | undefined }) =>
    columns.flatMap(({ column, target }) => {
      const { data } = parse(target);
      return data === undefined ? [] : [{ column, target: data }];
    });
  switch (kind) {
    case 'users':
      return {
        ...{ kind, ...common, alsoSetPasswords: false },
        match: taken.has('email') || !taken.has('id') ? 'email' : 'id',
        columns: fitting(userTarget.safeParse),
      };
    case 'teams':
      return { ...{ kind, ...common }, match: taken.has('id') ? 'id' : 'name', columns: fitting(teamTarget.safeParse) };
    case 'permissions':
      return { ...{ kind, ...common }, scope: 'team', columns: fitting(permissionTarget.safeParse) };
  }
}

function ofOrigin({ targets }: Origin, name: string): ImportTarget | undefined {
  const known = targets[name.toLowerCase()];
  if (known !== undefined && 'field' in known) return known;
  const start = Object.keys(targets).find((key) => key.endsWith('.') && name.toLowerCase().startsWith(key));
  const found = start === undefined ? undefined : targets[start];
  if (start === undefined || found === undefined || !('under' in found)) return undefined;
  return metadataTarget(`${found.under}.${name.slice(start.length)}`);
}

/** Returns the target of a column whose name is a metadata path, such as `server.plan`. */
function pathTarget(kind: ImportKind, name: string): ImportTarget | undefined {
  return kind === 'permissions' ? undefined : metadataTarget(name);
}

function metadataTarget(path: string): ImportTarget | undefined {
  const parsed = parseMetadataPath(path);
  return typeof parsed === 'string' ? undefined : { field: 'metadata', path: parsed.text, type: 'auto' };
}
