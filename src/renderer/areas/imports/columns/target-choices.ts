/** What a column can become, as a list offers it. */
import type { ImportMapping, ImportTarget } from '#contract/imports/mapping.ts';
import type { ImportKind } from '#contract/imports/source.ts';
import { parseMetadataPath } from '#contract/query/metadata-path.ts';

const metadataChoices = [
  'metadata.server',
  'metadata.client_read_only',
  'metadata.client',
  'server_metadata',
  'client_read_only_metadata',
  'client_metadata',
] as const;

/** The choices of each kind, in groups. */
export const targetChoices = {
  users: {
    fields: ['email', 'email_verified', 'email_auth', 'display_name', 'profile_image_url', 'id'],
    'sign-in': ['password', 'password_hash', 'one_time_codes'],
    access: ['team.name', 'team.id', 'permission'],
    metadata: metadataChoices,
  },
  teams: {
    fields: ['display_name', 'profile_image_url', 'id'],
    access: ['member.email', 'member.id'],
    metadata: metadataChoices,
  },
  permissions: { fields: ['id', 'description', 'scope', 'contained'] },
} as const satisfies Readonly<Record<ImportKind, Readonly<Record<string, readonly string[]>>>>;

type ValueOf<T> = T[keyof T];
export type TargetGroup = { [K in ImportKind]: keyof (typeof targetChoices)[K] }[ImportKind];
export type TargetChoice = ValueOf<{ [K in ImportKind]: ValueOf<(typeof targetChoices)[K]> }>[number];

/** Returns the choice that a target is, which says nothing of its path, its type, and its separator. */
export function choiceOf(target: ImportTarget): TargetChoice {
  if (target.field === 'metadata') return `metadata.${target.path.split('.', 1)[0] as 'server' | 'client' | 'client_read_only'}`;
  if (target.field === 'team') return `team.${target.by}`;
  if (target.field === 'member') return `member.${target.by}`;
  return target.field;
}

/** What lists in cells are separated by as a rule. */
const firstSeparator = ',';

/** Returns a target for a choice. A metadata path is named after the column; a separator and a type stay as they are. */
export function targetFor(choice: TargetChoice, columnName: string, before: ImportTarget | null): ImportTarget {
  const separator = before !== null && 'separator' in before ? before.separator : firstSeparator;
  const [field, detail = ''] = choice.split('.');
  switch (field) {
    case 'metadata':
      return { field, path: pathNamed(detail, columnName), type: before?.field === 'metadata' ? before.type : 'auto' };
    case 'team':
      return { field, by: detail === 'id' ? 'id' : 'name', separator };
    case 'member':
      return { field, by: detail === 'id' ? 'id' : 'email', separator };
    case 'permission':
    case 'contained':
      return { field, separator };
    default:
      return { field: choice } as ImportTarget;
  }
}

function pathNamed(kind: string, columnName: string): string {
  const quoted = `${kind}."${columnName.trim().replace(/["\\]/g, '\\$&')}"`;
  const parsed = parseMetadataPath(quoted);
  return typeof parsed === 'string' ? `${kind}.value` : parsed.text;
}

/** Returns the shortest notation of a typed path; null if it isn't one. */
export function typedPath(text: string): string | null {
  const parsed = parseMetadataPath(text);
  return typeof parsed === 'string' ? null : parsed.text;
}

/** Returns what a column becomes; null if it isn't imported. */
export function targetOf({ columns }: ImportMapping, column: number): ImportTarget | null {
  return columns.find((one) => one.column === column)?.target ?? null;
}

/** Returns the mapping with another target of a column; null leaves the column out. */
export function withTarget(mapping: ImportMapping, column: number, target: ImportTarget | null): ImportMapping {
  const others = mapping.columns.filter((one) => one.column !== column);
  const columns = target === null ? others : [...others, { column, target }].toSorted((one, other) => one.column - other.column);
  return { ...mapping, columns } as ImportMapping;
}

/** Whether passwords or hashes of the file become those of users. */
export function setsPasswords({ columns }: ImportMapping): boolean {
  return columns.some(({ target }) => target.field === 'password' || target.field === 'password_hash');
}
