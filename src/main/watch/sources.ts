/** The sources of findings: which calls the watch makes for a connection, and what it takes from their responses. */
import type { Account } from '#contract/bridge/accounts.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import type { FindingKind } from '#contract/bridge/watch.ts';
import { catalog } from '#contract/service/index.ts';
import { expiryStage, keyValidity } from '#contract/service/models/api-key-models.ts';
import type { SentEmail } from '#contract/service/models/mail-models.ts';
import type { Invitation } from '#contract/service/models/team-models.ts';
import type { Session } from '#contract/service/models/user-models.ts';
import type { WatchedKinds } from '#contract/watch/rules.ts';
import { readOwnSessions } from '../remote/releases/own-sessions';
import type { Sender, Target, TokenSource } from '../remote/send';
import type { Item, SourceItems } from './item';
import { signUpJumps } from './sign-up-jump';

/** A request of the watch. */
export interface Source extends Pick<SourceItems, 'source' | 'baseline'> {
  readonly kind: FindingKind;
  /** Minimum milliseconds between two reads; absent for one with each check. */
  readonly everyMillis?: number;
  /** Whether a change by the user may resolve what a source with `everyMillis` reports. */
  readonly isResolvable?: true;
  /** Resolves to null if nothing can be said now, so that what was found stays. */
  read(): Promise<readonly Item[] | null>;
}

export interface SourceDeps {
  readonly sender: Sender;
  readonly target: Target;
  readonly connection: Connection;
  /** The time of the service. */
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** Returns the countries to point out among those of the sessions, and remembers the others. */
  readonly newCountries: (account: Account, sessions: readonly Session[]) => Promise<readonly string[]>;
}

export interface AccountAccess {
  readonly account: Account;
  readonly session: TokenSource;
}

/** Milliseconds between two reads of the metrics, and of a configuration, which cost the service more than a list. */
export const costlyEveryMillis = 3_600_000;

/** Whether a connection has admin access: by a key, or by its owner's session. */
export function hasAdminAccess({ credentials: { admin, owner } }: Pick<Connection, 'credentials'>): boolean {
  return admin !== false || owner !== null;
}

/** Returns the sources that need admin access. */
export function projectSources(deps: SourceDeps, kinds: WatchedKinds): Source[] {
  const { sender, target, connection, now, signal } = deps;
  const options = { once: true, signal };
  const { id: connectionId } = connection;
  const emails: Source = {
    source: `emails:${connectionId}:${target.destination}`,
    kind: 'failed-emails',
    baseline: 'dismissed',
    read: async () =>
      undelivered((await sender.send(catalog.emails.sent, 'project', target, {}, options)).items).map(({ id }) => ({
        mark: id,
        finding: { id: `failed-emails:${connectionId}`, connectionId, kind: 'failed-emails', count: 1 },
      })),
  };
  const keySets: Source = {
    source: `key-sets:${connectionId}:${target.destination}`,
    kind: 'key-set',
    baseline: null,
    read: async () =>
      expiring((await sender.send(catalog.apiKeys.listKeySets, 'project', target, {}, options)).items, now()).map(({ key, ...expiry }) => ({
        mark: `${key.id} ${expiry.days}`,
        finding: { id: `key-set:${connectionId}:${key.id}`, connectionId, kind: 'key-set', name: key.description, ...expiry },
      })),
  };
  return [...(kinds.emails ? [emails] : []), ...(kinds.keys ? [keySets] : []), ...(kinds['sign-ups'] ? [signUpSource(deps)] : [])];
}

function signUpSource({ sender, target, connection: { id: connectionId }, signal }: SourceDeps): Source {
  return {
    source: `sign-ups:${connectionId}:${target.destination}`,
    kind: 'sign-ups',
    baseline: 'notified',
    everyMillis: costlyEveryMillis,
    read: async () =>
      signUpJumps(await sender.send(catalog.metrics.read, 'project', target, {}, { once: true, signal })).map((jump) => ({
        mark: jump.date,
        finding: { id: `sign-ups:${connectionId}:${jump.date}`, connectionId, kind: 'sign-ups', ...jump },
      })),
  };
}

/** Returns the sources of an account, except those of its teams. */
export function accountSources(deps: SourceDeps, access: AccountAccess, kinds: WatchedKinds): Source[] {
  const { sender, target, connection, signal, newCountries } = deps;
  const { account, session } = access;
  const options = { once: true, signal, session };
  const sessions: Source = {
    source: `sessions:${account.id}`,
    kind: 'new-country',
    // The countries of the first check are remembered in the view state, which the list of sessions shares.
    baseline: null,
    async read() {
      const read = () => sender.send(catalog.auth.sessions, 'account', target, { query: { user_id: 'me' } }, options);
      const { items } = (await readOwnSessions(read, session)) as Awaited<ReturnType<typeof read>>;
      return (await newCountries(account, items)).map((country) => ({
        mark: country,
        finding: {
          id: `new-country:${account.id}:${country}`,
          connectionId: connection.id,
          kind: 'new-country',
          accountId: account.id,
          country,
        },
      }));
    },
  };
  const query = { user_id: 'me' } as const;
  const keys = keySource(`user-keys:${account.id}`, deps, access, null, () =>
    sender.send(catalog.apiKeys.listUserKeys, 'account', target, { query }, options),
  );
  const invitations = invitationSource(`own-invitations:${account.id}`, deps, access, null, () =>
    sender.send(catalog.teams.invitationsForMe, 'account', target, { query }, options),
  );
  return [...(kinds.sessions ? [sessions] : []), ...(kinds.keys ? [keys] : []), ...(kinds.invitations ? [invitations] : [])];
}

/** Returns the sources of one of the account's teams. */
export function teamSources(
  deps: SourceDeps,
  access: AccountAccess,
  team: { readonly id: string; readonly display_name: string },
  kinds: WatchedKinds,
): Source[] {
  const { sender, target, signal } = deps;
  const options = { once: true, signal, session: access.session };
  const query = { team_id: team.id };
  const of = (name: string) => `${name}:${access.account.id}:${team.id}`;
  const keys = keySource(of('team-keys'), deps, access, team.id, () =>
    sender.send(catalog.apiKeys.listTeamKeys, 'account', target, { query }, options),
  );
  const invitations = invitationSource(of('invitations'), deps, access, team.display_name, () =>
    sender.send(catalog.teams.invitations, 'account', target, { query }, options),
  );
  return [...(kinds.keys ? [keys] : []), ...(kinds.invitations ? [invitations] : [])];
}

/** Returns the emails that couldn't be delivered, except to recipients who got a later one. */
function undelivered(emails: readonly SentEmail[]): SentEmail[] {
  const isLaterDelivered = ({ to, sent_at_millis: sentAt }: SentEmail) =>
    to?.[0] !== undefined && emails.some((other) => other.error === null && other.to?.[0] === to[0] && other.sent_at_millis > sentAt);
  return emails.filter((email) => email.error !== null && !isLaterDelivered(email));
}

interface ExpiringKey {
  readonly id: string;
  readonly description: string;
  readonly expires_at_millis?: number | undefined;
  readonly manually_revoked_at_millis?: number | undefined;
}

/** Returns the valid keys that expire soon. */
function expiring<K extends ExpiringKey>(keys: readonly K[], now: number) {
  return keys.flatMap((key) => {
    const days = expiryStage(key.expires_at_millis, now);
    if (days === null || key.expires_at_millis === undefined || keyValidity(key, now) !== 'valid') return [];
    return [{ key, days, expiresAtMillis: key.expires_at_millis }];
  });
}

function keySource(
  source: string,
  deps: SourceDeps,
  access: AccountAccess,
  teamId: string | null,
  list: () => Promise<{ readonly items: readonly ExpiringKey[] }>,
): Source {
  const read = async () => keyItems(deps, access, teamId, (await list()).items);
  return { source, kind: 'api-key', baseline: null, read };
}

function keyItems(
  { connection, now }: SourceDeps,
  { account }: AccountAccess,
  teamId: string | null,
  keys: readonly ExpiringKey[],
): Item[] {
  const common = { connectionId: connection.id, kind: 'api-key', accountId: account.id, teamId } as const;
  return expiring(keys, now()).map(({ key, ...expiry }) => ({
    mark: `${key.id} ${expiry.days}`,
    finding: { id: `api-key:${connection.id}:${key.id}`, ...common, name: key.description, ...expiry },
  }));
}

function invitationSource(
  source: string,
  deps: SourceDeps,
  access: AccountAccess,
  teamName: string | null,
  list: () => Promise<{ readonly items: readonly Invitation[] }>,
): Source {
  const read = async () => invitationItems(deps, access, teamName, (await list()).items);
  return { source, kind: 'invitation', baseline: 'notified', read };
}

/** Returns the invitations that expire within a day. `teamName` is null for those addressed to the account's user. */
function invitationItems(
  { connection, now }: SourceDeps,
  { account }: AccountAccess,
  teamName: string | null,
  invitations: readonly Invitation[],
): Item[] {
  return invitations
    .filter(({ expires_at_millis: expiresAt }) => expiryStage(expiresAt, now()) === 1)
    .map((invitation) => ({
      mark: invitation.id,
      finding: {
        id: `invitation:${connection.id}:${invitation.id}`,
        connectionId: connection.id,
        kind: 'invitation',
        accountId: account.id,
        teamId: invitation.team_id,
        teamName: teamName ?? invitation.team_display_name ?? null,
        recipient: teamName === null ? null : invitation.recipient_email,
        expiresAtMillis: invitation.expires_at_millis,
      },
    }));
}
