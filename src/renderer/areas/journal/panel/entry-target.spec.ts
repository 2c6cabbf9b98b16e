import { expect, test } from 'vitest';
import type { Connection } from '#contract/bridge/connections.ts';
import type { Endpoint } from '#contract/definitions.ts';
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import { catalog } from '#contract/service/index.ts';
import { entryTarget } from './entry-target';

const connection = { id: 'c1', credentials: { server: true } } as unknown as Connection;

const entry = (endpoint: string, kind: string, id: string | null, people: string[] = [], createdId: string | null = null) =>
  ({
    endpoint,
    actor: { kind: 'key', id: 'server', lastFour: null },
    target: { kind, id },
    people,
    outcome: createdId === null ? null : { createdId },
  }) as unknown as JournalEntry;

const shown: readonly [string, JournalEntry, string | null, string | null][] = [
  ['user', entry('users.update', 'user', 'u1'), 'user', '/c/c1/users/u1'],
  ['user who was created', entry('users.create', 'user', null, [], 'u2'), 'user', '/c/c1/users/u2'],
  ['user whose creation failed', entry('users.create', 'user', null), null, null],
  ['contact channel', entry('contactChannels.update', 'contact-channel', 'x', ['u1']), 'user', '/c/c1/users/u1?tab=sign-in'],
  ['connected account', entry('oauth.removeProvider', 'connected-account', 'x', ['u1']), 'user', '/c/c1/users/u1?tab=sign-in'],
  ['session', entry('auth.revokeSession', 'session', 'x', ['u1']), 'user', '/c/c1/users/u1?tab=sessions'],
  ['permission', entry('permissions.grantInTeam', 'permission', 'x', ['u1', 't1']), 'user', '/c/c1/users/u1?tab=permissions'],
  ['member', entry('teams.addMember', 'member', null, ['u1', 't1']), 'user', '/c/c1/users/u1?tab=permissions'],
  ['team', entry('teams.update', 'team', 't1'), 'team', '/c/c1/teams/t1'],
  ['invitation', entry('teams.revokeInvitation', 'invitation', 'x', ['t1']), 'team', '/c/c1/teams/t1'],
  [
    'permission definition',
    entry('permissions.updateTeamDefinition', 'permission-definition', 'p1'),
    'permission',
    '/c/c1/permissions?panel=p1',
  ],
  ['template', entry('emails.updateTemplate', 'template', 'e1'), 'email', '/c/c1/email?tab=templates&template=e1'],
  ['project key', entry('apiKeys.updateKeySet', 'project-key', 'k1'), 'keys', '/c/c1/project-keys?key=k1'],
  ['project key without an ID', entry('apiKeys.createKeySet', 'project-key', null), 'keys', '/c/c1/project-keys'],
  ['project', entry('projects.update', 'project', 'p'), 'settings', '/c/c1/project-settings'],
  ['configuration', entry('config.override', 'configuration', null), 'settings', '/c/c1/project-settings'],
  ['email server', entry('emails.setUpManagedDomain', 'email-server', null), 'email', '/c/c1/email'],
  ['theme', entry('emailThemes.update', 'theme', 'x'), 'email', '/c/c1/email'],
  ['draft', entry('emailDrafts.update', 'draft', 'x'), 'email', '/c/c1/email'],
  ['email', entry('emails.sendEmail', 'email', null), 'email', '/c/c1/email'],
  ['kind of another version', entry('x.y', 'other', 'x'), null, null],
  ['API key of a user', entry('apiKeys.updateUserKey', 'api-key', 'x', ['u1']), 'user', '/c/c1/users/u1'],
  ['API key of a team', entry('apiKeys.updateTeamKey', 'api-key', 'x', ['t1']), 'team', '/c/c1/teams/t1'],
  ['notification preference', entry('emails.setNotificationPreference', 'notification-preference', 'x', ['u1']), 'user', '/c/c1/users/u1'],
];

test.each(shown)('a %s is opened where it is shown', (_name, of, label, path) => {
  const found = entryTarget(connection, of);
  expect([found?.label.replace('journal.open.', '') ?? null, found?.path ?? null]).toEqual([label, path]);
});

test('an entry of an account opens the account, and one of a connection that is gone, or without a key, opens nothing', () => {
  const own = { ...entry('users.updateMe', 'user', 'u1'), actor: { kind: 'account', id: 'a', lastFour: null } } as JournalEntry;
  expect(entryTarget(connection, own)).toMatchObject({ label: 'journal.open.account' });
  expect(entryTarget(undefined, own)).toBeNull();
  const keyless = { ...connection, credentials: { server: false, admin: false, owner: false } } as unknown as Connection;
  expect(entryTarget(keyless, entry('users.update', 'user', 'u1'))).toBeNull();
});

/** Written only by accounts, whose entries open the account. */
const ofAccounts = ['account', 'passkey'];

test('there is an example of each kind that writes are about', () => {
  const rules = Object.values(catalog).flatMap((group) => Object.values<Endpoint>(group).map(({ journal }) => journal));
  const kinds = rules.flatMap((rule) => (rule !== undefined && 'subject' in rule ? [rule.subject.kind] : []));
  const examples = new Set<string>([...shown.map(([, { target }]) => target.kind), ...ofAccounts]);
  expect(kinds.filter((kind) => !examples.has(kind))).toEqual([]);
});
