/** Rules that user and team API keys share (wire/endpoints 8, wire/flows 16). */
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import type { apiKeyCreation, apiKeyUpdate } from '#contract/service/models/api-key-models.ts';
import type { SandboxContext } from '../http/context';
import { knownError, plainFailure, serviceFault } from '../http/failures';
import { secretText, uuid } from '../random';
import { type ApiKeyRow, findApiKey, findApiKeyByText, insertApiKey, type OwnerKind, updateApiKey } from '../stores/api-key-store';
import type { Project } from '../stores/project-store';

// Format of user and team API keys (wire/flows 16.1).

/** Marks a text as one of these keys, for secret scanners. */
const marker = '574ck4u7h';

/** Flags of a self-hosted service. */
const flags = { secret: '1', public: '3' };

/** Returns the text of a key. `secret` is 45 characters of base32, `id` the key's UUID. */
export function formatApiKey(key: {
  readonly id: string;
  readonly kind: 'user' | 'team';
  readonly secret: string;
  readonly isPublic: boolean;
}): string {
  const [prefix, flag] = key.isPublic ? ['pk', flags.public] : ['sk', flags.secret];
  const text = `${prefix}_${key.secret}${key.id.replaceAll('-', '')}${key.kind}${flag}${marker}`;
  return `${text}${crc32(text).toString(16).padStart(8, '0')}`;
}

/** Schema of a check: unlike in the catalog, the key is always text. */
export const checkKeyBody = { body: z.strictObject({ api_key: z.string() }) };

type Creation = { readonly [K in keyof typeof apiKeyCreation]: z.output<(typeof apiKeyCreation)[K]> };

/** Throws a plain-text failure if the project has turned off API keys of this kind. */
export function requireApiKeysEnabled({ config }: Project, kind: OwnerKind): void {
  const on = { user: config.allow_user_api_keys, team: config.allow_team_api_keys };
  const name = { user: 'User', team: 'Team' };
  if (!on[kind]) throw plainFailure(400, `${name[kind]} API keys are not enabled for this project.`);
}

/** Creates and stores a key. Throws an unexpected error if the owner doesn't exist, because the service responds with 500. */
export function createApiKey(
  { store, clock, random }: SandboxContext,
  project: Project,
  owner: { readonly kind: OwnerKind; readonly key: number | undefined },
  creation: Pick<Creation, 'description' | 'expires_at_millis'> & { readonly is_public?: boolean | undefined },
): ApiKeyRow {
  if (owner.key === undefined) throw serviceFault(`The ${owner.kind} to own the API key doesn’t exist.`);
  const { kind } = owner;
  const isPublic = creation.is_public ?? false;
  const id = uuid(random);
  insertApiKey(store, {
    id,
    project: project.key,
    kind,
    owner: owner.key,
    description: creation.description,
    isPublic,
    createdAt: clock.now(),
    // Both 0 and null mean no expiry.
    expiresAt: creation.expires_at_millis || null,
    value: formatApiKey({ id, kind, secret: secretText(random), isPublic }),
  });
  return requireApiKey(findApiKey(store, project.key, kind, id));
}

/** Returns the row. Throws API_KEY_NOT_FOUND if there is none. */
export function requireApiKey(row: ApiKeyRow | undefined): ApiKeyRow {
  if (row === undefined) throw knownError('API_KEY_NOT_FOUND');
  return row;
}

/** Changes a key's description or revokes it, and returns the updated row. */
export function updateAndReadKey(
  { store, clock }: SandboxContext,
  kind: OwnerKind,
  row: ApiKeyRow,
  update: z.output<typeof apiKeyUpdate>,
): ApiKeyRow {
  updateApiKey(store, row.key, { description: update.description, revokedAt: update.revoked ? clock.now() : undefined });
  return requireApiKey(findApiKey(store, row.project, kind, row.id));
}

/** Returns the usable key with this text. Throws API_KEY_NOT_FOUND, WRONG_API_KEY_TYPE, _REVOKED or _EXPIRED, in this order. */
export function requireUsableKey({ store, clock }: SandboxContext, project: Project, kind: OwnerKind, text: string): ApiKeyRow {
  const row = requireApiKey(findApiKeyByText(store, text));
  if (row.project !== project.key) throw knownError('API_KEY_NOT_FOUND');
  const actual = kindOf(row);
  if (actual !== kind) {
    throw knownError('WRONG_API_KEY_TYPE', { expected_type: kind, actual_type: actual }, { expected: kind, actual });
  }
  if (row.revoked_at !== null) throw knownError('API_KEY_REVOKED');
  if (isExpired(row, clock.now())) throw knownError('API_KEY_EXPIRED');
  return row;
}

export function isExpired({ expires_at }: ApiKeyRow, now: number): boolean {
  return expires_at !== null && expires_at <= now;
}

function kindOf(row: ApiKeyRow): OwnerKind {
  return row.user === null ? 'team' : 'user';
}

/** Returns the fields that every response about a key has. */
export function commonKeyFields(row: ApiKeyRow) {
  return {
    id: row.id,
    description: row.description,
    is_public: row.is_public === 1,
    created_at_millis: row.created_at,
    ...(row.expires_at === null ? {} : { expires_at_millis: row.expires_at }),
    ...(row.revoked_at === null ? {} : { manually_revoked_at_millis: row.revoked_at }),
  };
}

/** Returns the value of a key as shown after its creation. */
export function lastFour({ value }: ApiKeyRow): { last_four: string } {
  return { last_four: value.slice(-4) };
}
