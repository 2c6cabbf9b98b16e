/** Asks a service which release it is and what it can do (newer 3). */
import type { KnownFeatures } from '../../contract/bridge/connections';
import { AppError } from '../../contract/errors';
import { features as allFeatures, type Feature, featureSince } from '../../contract/features';
import type { Endpoint } from '../../contract/kit';
import { catalogue } from '../../contract/service/index';
import { isEndpointMissing } from './offered';
import { newestVersion, probeRows, releaseIn } from './probe-rows';
import type { RowInput } from './request';
import { isNetworkFailure } from './retry';
import type { Sender, Target } from './send';

export interface FoundRelease {
  readonly release: string | null;
  readonly features: KnownFeatures;
}

/** What came of a probe; a refusal says something too. */
type Asked = { readonly value: unknown } | { readonly error: AppError };

/** What a probe saw: true or false, or null when it could not tell. */
type Sign = (asked: Asked) => boolean | null;

/** A path that is there answers anything but the page for paths that are not. */
const isThere: Sign = (asked) => {
  if (!('error' in asked)) return true;
  if (isEndpointMissing(asked.error)) return false;
  return asked.error.code === 'known-error' || asked.error.report.status === 405 ? true : null;
};
const isGone: Sign = (asked) => {
  const there = isThere(asked);
  return there === null ? null : !there;
};
const hasOwnerTeam: Sign = (asked) => ('value' in asked ? at(asked.value, 'owner_team_id') !== undefined : null);
const hasNoConfigId: Sign = (asked) => {
  const config = 'value' in asked ? at(asked.value, 'config') : undefined;
  // Without domains it is the client's shape, which never had the id.
  return at(config, 'domains') === undefined ? null : at(config, 'id') === undefined;
};
const hasRestriction: Sign = (asked) => {
  const items = 'value' in asked ? at(asked.value, 'items') : undefined;
  const first: unknown = Array.isArray(items) ? items[0] : undefined;
  return first === undefined ? null : at(first, 'is_restricted') !== undefined;
};
const takesOwnInvitations: Sign = (asked) => {
  if ('error' in asked && asked.error.report.known === 'SCHEMA_ERROR') return false;
  return isThere(asked);
};

interface Probe {
  readonly row: Endpoint;
  readonly input?: RowInput;
  readonly signs: Partial<Record<Feature, Sign>>;
}

const probes: readonly Probe[] = [
  { row: probeRows.internalPath, signs: { 'internal-project-path': isThere } },
  { row: probeRows.credentialScanning, input: { body: {} }, signs: { 'credential-scanning': isThere } },
  { row: probeRows.notificationPreferences, signs: { 'notification-preferences': isThere } },
  { row: probeRows.signInInvitation, input: { body: {} }, signs: { 'sign-in-invitation': isThere } },
  { row: probeRows.oauthProviders, signs: { 'oauth-providers': isThere } },
  { row: probeRows.connectedAccounts, signs: { 'connected-accounts-list': isThere } },
  { row: probeRows.config, signs: { 'config-override': isThere } },
  { row: probeRows.emailTemplates, signs: { 'templates-by-id': isGone } },
  { row: probeRows.invitations, input: { query: { user_id: 'me' } }, signs: { 'invitations-for-me': takesOwnInvitations } },
  { row: probeRows.users, input: { query: { limit: 1 } }, signs: { 'restricted-users': hasRestriction } },
  { row: probeRows.clientProject, signs: { 'owner-team': hasOwnerTeam } },
  { row: probeRows.currentProject, signs: { 'owner-team': hasOwnerTeam, 'providers-without-enabled': hasNoConfigId } },
  { row: probeRows.internalProject, signs: { 'owner-team': hasOwnerTeam, 'providers-without-enabled': hasNoConfigId } },
];

/**
 * Asks every probe that the credentials allow, at once, each once. What a probe saw wins over what the release's number lets
 * expect. Fails as a call does when the service cannot be reached.
 */
export async function detectRelease(sender: Sender, target: Target): Promise<FoundRelease> {
  const [release, ...seen] = await Promise.all([serverRelease(sender, target), ...probes.map((probe) => look(sender, target, probe))]);
  const entries = seen.flat().filter((entry): entry is [string, boolean] => entry[1] !== null);
  return { release, features: { ...(release === null ? {} : expectedFeatures(release)), ...Object.fromEntries(entries) } };
}

/** Null where the server does not tell. */
export async function serverRelease(sender: Sender, target: Target): Promise<string | null> {
  const asked = await ask(() => sender.send(catalogue.misc.checkVersion, 'none', target, { body: newestVersion }, { once: true }));
  const error = 'value' in asked ? at(asked.value, 'error') : undefined;
  return typeof error === 'string' ? releaseIn(error) : null;
}

/** What a release has by its number. */
export function expectedFeatures(release: string): KnownFeatures {
  return Object.fromEntries(allFeatures.map((feature) => [feature, isAtLeast(release, featureSince[feature])]));
}

function isAtLeast(release: string, since: string): boolean {
  const wanted = since.split('.').map(Number);
  const parts = release.split('.').map(Number);
  const place = wanted.findIndex((part, index) => part !== parts[index]);
  return place < 0 || (parts[place] ?? 0) > (wanted[place] ?? 0);
}

async function look(sender: Sender, target: Target, { row, input = {}, signs }: Probe): Promise<[string, boolean | null][]> {
  const [variant] = Object.values(row.actors);
  if (variant === undefined) return [];
  const asked = await ask(() => sender.sendRow(row, variant, target, input, { once: true }));
  return Object.entries(signs).map(([feature, sign]) => [feature, sign(asked)]);
}

/** A broken network says nothing of the service, and fails the detection. */
async function ask(sending: () => Promise<unknown>): Promise<Asked> {
  try {
    return { value: await sending() };
  } catch (thrown) {
    if (!(thrown instanceof AppError) || isNetworkFailure(thrown) || thrown.code === 'sandbox-stopped') throw thrown;
    return { error: thrown };
  }
}

function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}
