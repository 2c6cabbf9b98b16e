/** What keys of users and of teams have in common (wire/endpoints 8, wire/flows 16). */
import { z } from 'zod';
import type { apiKeyCreation, apiKeyUpdate } from '../../contract/service/api-key-models';
import type { Project } from '../projects/project-store';
import { secretText, uuid } from '../random';
import type { SandboxContext } from '../server/context';
import { knownError, plainFailure } from '../server/failures';
import { type ApiKeyRow, findApiKey, findApiKeyByText, insertApiKey, type OwnerKind, updateApiKey } from './api-key-store';
import { formatApiKey } from './format-api-key';

/** Where a whole key is sent, it is text. */
export const checkKeyBody = { body: z.strictObject({ api_key: z.string() }) };

type Creation = { readonly [K in keyof typeof apiKeyCreation]: z.output<(typeof apiKeyCreation)[K]> };

/** Fails with a plain text when the project has no keys of that kind. */
export function requireApiKeysEnabled({ config }: Project, kind: OwnerKind): void {
  const on = { user: config.allow_user_api_keys, team: config.allow_team_api_keys };
  const name = { user: 'User', team: 'Team' };
  if (!on[kind]) throw plainFailure(400, `${name[kind]} API keys are not enabled for this project.`);
}

/** Makes and stores a key; an owner that does not exist is the service's own 500. */
export function createApiKey(
  { store, clock, random }: SandboxContext,
  project: Project,
  owner: { readonly kind: OwnerKind; readonly key: number | undefined },
  creation: Pick<Creation, 'description' | 'expires_at_millis'> & { readonly is_public?: boolean | undefined },
): ApiKeyRow {
  if (owner.key === undefined) throw new Error(`There is no such ${owner.kind} to own an API key.`);
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
    // Both 0 and null are never.
    expiresAt: creation.expires_at_millis || null,
    value: formatApiKey({ id, kind, secret: secretText(random), isPublic }),
  });
  return requireApiKey(findApiKey(store, project.key, kind, id));
}

/** Fails with API_KEY_NOT_FOUND when there is none. */
export function requireApiKey(row: ApiKeyRow | undefined): ApiKeyRow {
  if (row === undefined) throw knownError('API_KEY_NOT_FOUND');
  return row;
}

/** Describes or revokes a key and answers it as it is then. */
export function updateAndReadKey(
  { store, clock }: SandboxContext,
  kind: OwnerKind,
  row: ApiKeyRow,
  update: z.output<typeof apiKeyUpdate>,
): ApiKeyRow {
  updateApiKey(store, row.key, { description: update.description, revokedAt: update.revoked ? clock.now() : undefined });
  return requireApiKey(findApiKey(store, row.project, kind, row.id));
}

/** The key of that text, if it is good: else API_KEY_NOT_FOUND, WRONG_API_KEY_TYPE, _REVOKED or _EXPIRED, in this order. */
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

/** What every shape of a key shows. */
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

/** How a key looks after its creation. */
export function lastFour({ value }: ApiKeyRow): { last_four: string } {
  return { last_four: value.slice(-4) };
}
