/** Endpoints that read the configuration, of which projects, permissions, and templates are parts. */
const configuration = ['config.read', 'config.readLevel', 'config.readSource'] as const;

/** Names of reads that the same writes make stale, for `invalidates` of writes. One that doesn't exist fails the catalog's specs. */
export const reads = {
  users: ['users.list', 'users.read', 'users.me'],
  emails: ['contactChannels.list', 'contactChannels.read'],
  providers: ['oauth.providers', 'oauth.provider', 'oauth.connectedAccounts'],
  sessions: ['auth.sessions'],
  teams: ['teams.list', 'teams.read'],
  project: ['projects.current', 'projects.read', 'emails.managedDomains', ...configuration],
  metrics: ['metrics.read'],
  keySets: ['apiKeys.listKeySets', 'apiKeys.readKeySet'],
  sentEmails: ['emails.sent', 'outbox.list', 'outbox.read', 'outbox.figures'],
  delivery: ['outbox.figures'],
  templates: ['emails.templates', 'emails.template', 'emails.templatesById', ...configuration],
  configuration,
  themes: ['emailThemes.list', 'emailThemes.read', 'emails.render', ...configuration],
  drafts: ['emailDrafts.list', 'emailDrafts.read'],
  projects: ['projects.list'],
  apiKeys: ['apiKeys.listUserKeys', 'apiKeys.readUserKey', 'apiKeys.listTeamKeys', 'apiKeys.readTeamKey'],
  permissions: ['permissions.inTeams', 'permissions.inProject'],
  /** An admin reads them also with the project. */
  definitions: ['permissions.teamDefinitions', 'permissions.projectDefinitions', 'projects.read', ...configuration],
  members: ['teams.profiles', 'teams.profile'],
  invitations: ['teams.invitations', 'teams.invitationsForMe'],
  notifications: ['emails.notificationPreferences'],
} as const;
