/** Where the window shows what an entry is about. */
import type { Connection } from '#contract/bridge/connections.ts';
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import { useConnection } from '#data/topics.ts';
import { hasProjectAccess } from '#lib/rules/project-rules.ts';
import type { MessageKey } from '#messages/translator.ts';
import { paths } from '#window/routes.ts';
import { subjectOf } from '../written-call';

export interface EntryTarget {
  readonly label: Extract<MessageKey, `journal.open.${string}`>;
  readonly path: string;
}

type TargetOfEntry = Pick<JournalEntry, 'endpoint' | 'actor' | 'target' | 'people' | 'outcome'>;

/** Returns where the target of an entry is shown; null if the window shows it nowhere, or the connection is gone. */
export function useEntryTarget(entry: JournalEntry): EntryTarget | null {
  return entryTarget(useConnection(entry.connectionId ?? undefined), entry);
}

/** Returns it for an entry's connection, if there still is one. */
export function entryTarget(connection: Connection | undefined, entry: TargetOfEntry): EntryTarget | null {
  if (connection === undefined) return null;
  if (entry.actor.kind === 'account') return { label: 'journal.open.account', path: paths.profile(connection.id) };
  return hasProjectAccess(connection) ? targetOf(connection.id, entry) : null;
}

function targetOf(connectionId: string, { endpoint, target, people, outcome }: TargetOfEntry): EntryTarget | null {
  const subject = subjectOf(endpoint);
  const id = target.id ?? outcome?.createdId ?? null;
  // The user is the first one, and the team is the last.
  const user = target.kind === 'user' ? id : subject?.user === undefined ? null : (people[0] ?? null);
  const team = target.kind === 'team' ? id : subject?.team === undefined ? null : (people.at(-1) ?? null);
  if (target.kind === 'permission-definition' && id !== null)
    return { label: 'journal.open.permission', path: paths.permissions(connectionId, { panel: id }) };
  if (user !== null) return { label: 'journal.open.user', path: paths.user(connectionId, user, userTabs[target.kind]) };
  if (team !== null) return { label: 'journal.open.team', path: paths.team(connectionId, team) };
  if (target.kind === 'template') return { label: 'journal.open.email', path: paths.email(connectionId, 'templates', id ?? undefined) };
  if (target.kind === 'project-key')
    return { label: 'journal.open.keys', path: paths.projectKeys(connectionId, id === null ? {} : { key: id }) };
  if (target.kind === 'project' || target.kind === 'configuration')
    return { label: 'journal.open.settings', path: paths.projectSettings(connectionId) };
  return emailKinds.has(target.kind) ? { label: 'journal.open.email', path: paths.email(connectionId) } : null;
}

const emailKinds: ReadonlySet<string> = new Set(['email-server', 'theme', 'draft', 'email']);

/** The tab of a user that has what an entry is about. */
const userTabs: Readonly<Record<string, 'sign-in' | 'sessions' | 'permissions'>> = {
  'contact-channel': 'sign-in',
  'connected-account': 'sign-in',
  session: 'sessions',
  member: 'permissions',
  permission: 'permissions',
};
