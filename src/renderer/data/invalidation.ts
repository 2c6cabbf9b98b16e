/** Which data each write of the service makes stale, as data. */
import type { QueryKey } from '@tanstack/react-query';
import type { Write } from '../../contract/bridge/data';
import type { catalogue } from '../../contract/service/index';
import { queryKeys } from './keys';

type Catalogue = typeof catalogue;

/** Names of the endpoints that windows may call and that write. */
type WriteName = {
  [G in keyof Catalogue & string]: {
    [R in keyof Catalogue[G] & string]: Catalogue[G][R] extends { readonly method: 'GET' } | { readonly offered: false }
      ? never
      : `${G}.${R}`;
  }[keyof Catalogue[G] & string];
}[keyof Catalogue & string];

/** Parts of a query key behind that of the connection; `*` is any account. */
const areas = {
  users: [['users'], ['user'], ['account', '*', 'user']],
  emails: [['account', '*', 'emails'], ['user-emails']],
  providers: [['account', '*', 'providers'], ['user-providers']],
  sessions: [['user-sessions'], ['account', '*', 'sessions']],
  teams: [['teams'], ['user-teams'], ['team'], ['account', '*', 'teams']],
  project: [['project'], ['callbacks'], ['admin-project']],
  metrics: [['metrics']],
  keySets: [['key-sets']],
  sentEmails: [['sent-emails']],
  templates: [['email-templates']],
  projects: [['account', '*', 'projects']],
  apiKeys: [['api-keys'], ['account', '*', 'api-keys']],
  permissions: [['account', '*', 'permissions'], ['permission-holders'], ['team-grants'], ['user-grants']],
  definitions: [['permission-definitions'], ['admin-project']],
  members: [
    ['account', '*', 'team-members'],
    ['account', '*', 'team-profile'],
  ],
  invitations: [['team-invitations'], ['account', '*', 'team-invitations'], ['account', '*', 'invitations']],
  notifications: [['account', '*', 'notifications']],
} as const;
type Area = keyof typeof areas;

/** Read through another connection than the one that changes them: an owner lists projects through project `internal`. */
const ofAnyConnection: ReadonlySet<Area> = new Set<Area>(['projects']);

const everything = Object.keys(areas) as Area[];

/** Nothing where no screen shows what the call changes, or where it changes nothing. */
const staleAfter: Readonly<Record<WriteName, readonly Area[]>> = {
  'apiKeys.checkTeamKey': [],
  'apiKeys.checkUserKey': [],
  'apiKeys.createKeySet': ['keySets'],
  'apiKeys.createTeamKey': ['apiKeys'],
  'apiKeys.createUserKey': ['apiKeys'],
  'apiKeys.revokeLeakedKey': ['apiKeys', 'keySets'],
  'apiKeys.updateKeySet': ['keySets'],
  'apiKeys.updateTeamKey': ['apiKeys'],
  'apiKeys.updateUserKey': ['apiKeys'],
  'auth.revokeSession': ['sessions'],
  'auth.sendPasswordReset': ['sentEmails'],
  'auth.setPassword': ['users', 'sessions', 'metrics'],
  'auth.updatePassword': ['users', 'sessions'],
  'config.override': ['project'],
  'config.overrideLevel': ['project'],
  'contactChannels.checkVerification': [],
  'contactChannels.create': ['users', 'emails'],
  'contactChannels.delete': ['users', 'emails'],
  'contactChannels.sendPrimaryVerification': ['sentEmails'],
  'contactChannels.sendVerification': ['sentEmails'],
  'contactChannels.update': ['users', 'emails', 'metrics'],
  'contactChannels.verify': ['users', 'emails', 'invitations'],
  'emails.createTemplateById': ['templates'],
  'emails.deleteTemplateById': ['templates'],
  'emails.render': [],
  'emails.resetTemplate': ['templates'],
  'emails.sendEmail': ['sentEmails'],
  'emails.sendEmailToUser': ['sentEmails'],
  'emails.sendSignInInvitation': ['sentEmails'],
  'emails.sendTestEmail': ['sentEmails'],
  'emails.setNotificationPreference': ['notifications'],
  'emails.updateTemplate': ['templates'],
  'emails.updateTemplateById': ['templates'],
  'oauth.addProvider': ['users', 'providers', 'metrics'],
  'oauth.connectedAccountToken': [],
  'oauth.connectedAccountTokenOf': [],
  'oauth.removeProvider': ['users', 'providers', 'metrics'],
  'oauth.updateProvider': ['users', 'providers'],
  'permissions.createProjectDefinition': ['definitions', 'permissions'],
  'permissions.createTeamDefinition': ['definitions', 'permissions'],
  'permissions.deleteProjectDefinition': ['definitions', 'permissions'],
  'permissions.deleteTeamDefinition': ['definitions', 'permissions'],
  'permissions.grantInProject': ['permissions'],
  'permissions.grantInTeam': ['permissions'],
  'permissions.revokeInProject': ['permissions'],
  'permissions.revokeInTeam': ['permissions'],
  'permissions.updateProjectDefinition': ['definitions', 'permissions'],
  'permissions.updateTeamDefinition': ['definitions', 'permissions'],
  'projects.create': ['projects'],
  'projects.delete': everything,
  'projects.transfer': ['projects'],
  'projects.update': ['project', 'projects'],
  'teams.acceptInvitation': ['teams', 'users', 'permissions', 'members', 'invitations'],
  'teams.acceptInvitationForMe': ['teams', 'users', 'permissions', 'members', 'invitations'],
  'teams.addMember': ['teams', 'users', 'permissions', 'members'],
  'teams.checkInvitation': [],
  'teams.create': ['teams', 'permissions'],
  'teams.delete': ['teams', 'users', 'permissions', 'members', 'invitations'],
  'teams.invitationDetails': [],
  'teams.invite': ['invitations', 'sentEmails'],
  'teams.removeMember': ['teams', 'users', 'permissions', 'members'],
  'teams.revokeInvitation': ['invitations'],
  'teams.update': ['teams', 'users', 'invitations'],
  'teams.updateProfile': ['members'],
  'users.create': ['users', 'metrics'],
  'users.delete': ['users', 'sessions', 'teams', 'members', 'metrics'],
  'users.update': ['users', 'sessions', 'members', 'emails', 'metrics'],
  'users.updateMe': ['users', 'members', 'metrics'],
  'webhooks.token': [],
};

/** Returns whether a query is stale after a write to the connection. Of an unknown endpoint, every query of the connection is. */
export function isStaleAfter(key: QueryKey, { endpoint, connectionId }: Write): boolean {
  const [root, id, ...rest] = key;
  const [ownRoot] = queryKeys.connection(connectionId);
  if (root !== ownRoot) return false;
  const stale = Object.hasOwn(staleAfter, endpoint) ? staleAfter[endpoint as WriteName] : everything;
  const reached = stale.filter((area) => id === connectionId || ofAnyConnection.has(area));
  return reached.some((area) => areas[area].some((pattern) => pattern.every((part, at) => part === '*' || part === rest[at])));
}
