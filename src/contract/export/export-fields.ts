/** The fields that files of each kind can have, in their first order. Imports no schemas, because windows list them. */
import type { ExportKind } from '../bridge/exports';
import { parseMetadataPath } from '../query/metadata-path';

const metadataKinds = ['client_metadata', 'client_read_only_metadata', 'server_metadata'] as const;

/** Fixed fields by kind. Each is the key of a column, or of a property. */
export const exportFields = {
  users: [
    'id',
    'primary_email',
    'display_name',
    'email_verified',
    'signed_up_at',
    'last_active_at',
    'auth_methods',
    'is_anonymous',
    'is_restricted',
    'country_code',
    'profile_image_url',
    ...metadataKinds,
  ],
  teams: ['id', 'display_name', 'created_at', 'profile_image_url', ...metadataKinds],
  members: ['team_id', 'team_name', 'user_id', 'primary_email', 'display_name', 'email_verified', 'last_active_at', 'auth_methods'],
  'sent-emails': ['id', 'sent_at', 'to', 'subject', 'status', 'error'],
  'project-keys': [
    'id',
    'description',
    'created_at',
    'expires_at',
    'revoked_at',
    'publishable_key_ending',
    'server_key_ending',
    'admin_key_ending',
  ],
  permissions: ['id', 'scope', 'description', 'contained_permission_ids'],
} as const satisfies Readonly<Record<ExportKind, readonly string[]>>;

export type ExportFieldKey = (typeof exportFields)[ExportKind][number];

/** Fields that are read by requests of their own, and joined in one cell. */
export const joinedFields = {
  users: ['teams', 'permissions'],
  teams: [],
  members: ['permissions'],
  'sent-emails': [],
  'project-keys': [],
  permissions: [],
} as const satisfies Readonly<Record<ExportKind, readonly string[]>>;

/** Fields that are chosen at first: those that most tables need. */
const notChosen: ReadonlySet<string> = new Set(['is_anonymous', 'is_restricted', 'country_code', 'profile_image_url', ...metadataKinds]);

/** Returns the fields of a kind that are chosen until the user chooses others. */
export function initialFields(kind: ExportKind): readonly ExportFieldKey[] {
  return exportFields[kind].filter((field) => !notChosen.has(field));
}

/** Whether a file of this kind can have metadata paths as fields. */
export function hasMetadata(kind: ExportKind): boolean {
  return kind === 'users' || kind === 'teams' || kind === 'members';
}

/** Whether a kind has a field: a fixed one, a joined one, or a metadata path in its shortest notation. */
export function isFieldOf(kind: ExportKind, field: string): boolean {
  const known: readonly string[] = [...exportFields[kind], ...joinedFields[kind]];
  if (known.includes(field)) return true;
  const path = hasMetadata(kind) ? parseMetadataPath(field) : null;
  return typeof path === 'object' && path !== null && path.text === field;
}
