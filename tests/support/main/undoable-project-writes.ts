/** A write of each kind that can be undone, of a project's settings, keys, and emails. */
import { source, themeSource, type UndoableWrite, type WriteScene } from './undoable-writes';

type ProjectUpdate = Parameters<WriteScene['service']['projects']['update']>[0]['body'];

const project = async ({ service, asProject }: WriteScene) => {
  const { config, ...others } = await service.projects.read(asProject);
  const {
    oauth_providers,
    email_config,
    enabled_oauth_providers: _enabled,
    id: _id,
    ...settings
  } = config as typeof config & Record<string, unknown>;
  return {
    name: others.display_name,
    description: others.description,
    settings,
    // Secrets are references, which are new in each response.
    providers: oauth_providers
      .map(({ id, type, client_id, client_secret, enabled = true }) => ({
        id,
        type,
        enabled,
        client_id,
        client_secret: client_secret != null,
      }))
      // Releases up to 2.8.10 turn providers off instead of removing them.
      .filter(({ enabled }) => enabled)
      .toSorted((one, other) => one.id.localeCompare(other.id)),
    server: { ...email_config, password: 'password' in email_config && email_config.password != null },
  };
};

const projectUpdate = (what: string, body: ProjectUpdate, first?: ProjectUpdate, secrets?: UndoableWrite['secrets']): UndoableWrite => ({
  of: 'projects.update',
  what,
  prepare: async ({ service, asProject }) => {
    if (first !== undefined) await service.projects.update({ ...asProject, body: first });
    return '';
  },
  write: ({ service, asProject }) => service.projects.update({ ...asProject, body }),
  state: project,
  ...(secrets === undefined ? {} : { secrets }),
});

const smtp = {
  type: 'standard',
  host: 'smtp.example.com',
  port: 587,
  username: 'ada',
  password: 'smtp-secret',
  sender_name: 'Ada',
  sender_email: 'ada@example.com',
} as const;
const google = { id: 'google', type: 'standard', enabled: true, client_id: 'g', client_secret: 'g-secret' } as const;
const github = { id: 'github', type: 'shared', enabled: true } as const;
const domain = (name: string) => ({ domain: `https://${name}.example.com`, handler_path: '/handler' });

const configuration = async ({ service, asProject }: WriteScene) =>
  JSON.parse((await service.config.read(asProject)).config_string) as unknown;
const level = { params: { level: 'environment' } } as const;
const keys = (value: object) => ({ config_override_string: JSON.stringify(value) });

export const projectWrites: readonly UndoableWrite[] = [
  projectUpdate('of a name and a switch', { display_name: 'Looms', config: { sign_up_enabled: false } }),
  projectUpdate('of domains', { config: { domains: [domain('a'), domain('b')] } }, { config: { domains: [domain('a')] } }),
  {
    ...projectUpdate(
      'that turns off a provider, which keeps its secret',
      { config: { oauth_providers: [github] } },
      { config: { oauth_providers: [github, google] } },
    ),
    until: '2.8.11',
  },
  {
    ...projectUpdate(
      'that removes a provider, whose secret is asked for',
      { config: { oauth_providers: [github] } },
      { config: { oauth_providers: [github, google] } },
      { 'config.oauth_providers.google.client_secret': 'g-secret' },
    ),
    from: '2.8.11',
    until: '2.8.28',
  },
  {
    ...projectUpdate(
      'that removes a provider by the configuration, whose secret is asked for',
      { config: { oauth_providers: [github] } },
      { config: { oauth_providers: [github, google] } },
      { 'config_override_string.auth.oauth.providers.google.clientSecret': 'g-secret' },
    ),
    from: '2.8.28',
  },
  projectUpdate('that adds a provider, while another one keeps its secret', {
    config: {
      oauth_providers: [google, github, { id: 'facebook', type: 'standard', enabled: true, client_id: 'l', client_secret: 'l-secret' }],
    },
  }),
  projectUpdate(
    'of the email server, whose password is asked for',
    { config: { email_config: { ...smtp, host: 'other.example.com', password: 'another' } } },
    { config: { email_config: smtp } },
    {
      'config.email_config.password': 'smtp-secret',
    },
  ),
  projectUpdate('of default permissions', { config: { team_member_default_permissions: [] } }),
  {
    of: 'config.override',
    from: '2.8.28',
    until: '2.8.61',
    prepare: async ({ service, asProject }) => {
      await service.config.override({ ...asProject, body: keys({ 'auth.allowSignUp': true }) });
      return '';
    },
    write: ({ service, asProject }) => service.config.override({ ...asProject, body: keys({ 'auth.allowSignUp': false }) }),
    state: configuration,
  },
  {
    of: 'config.overrideLevel',
    from: '2.8.61',
    prepare: async ({ service, asProject }) => {
      await service.config.overrideLevel({ ...asProject, ...level, body: keys({ 'auth.allowSignUp': true }) });
      return '';
    },
    write: ({ service, asProject }) =>
      service.config.overrideLevel({ ...asProject, ...level, body: keys({ 'auth.allowSignUp': false, 'auth.passkey.allowSignIn': true }) }),
    state: configuration,
  },
  {
    of: 'config.resetKeys',
    from: '2.8.68',
    prepare: async ({ service, asProject }) => {
      await service.config.overrideLevel({ ...asProject, ...level, body: keys({ 'auth.allowSignUp': false }) });
      return '';
    },
    write: ({ service, asProject }) => service.config.resetKeys({ ...asProject, ...level, body: { keys: ['auth.allowSignUp'] } }),
    state: configuration,
  },
];

const inAYear = () => Date.now() + 31_536_000_000;

export const keyWrites: readonly UndoableWrite[] = [
  {
    of: 'apiKeys.updateUserKey',
    prepare: async ({ service, asProject, userId }) => {
      const body = { user_id: userId, description: 'First', expires_at_millis: inAYear(), is_public: false };
      return (await service.apiKeys.createUserKey({ ...asProject, body })).id;
    },
    write: ({ service, asProject, userId }, api_key_id) =>
      service.apiKeys.updateUserKey({ ...asProject, params: { api_key_id }, query: { user_id: userId }, body: { description: 'Second' } }),
    state: async ({ service, asProject, userId }, api_key_id) =>
      (await service.apiKeys.readUserKey({ ...asProject, params: { api_key_id }, query: { user_id: userId } })).description,
  },
  {
    of: 'apiKeys.updateTeamKey',
    prepare: async ({ service, asProject, teamId }) => {
      const body = { team_id: teamId, description: 'First', expires_at_millis: inAYear(), is_public: false };
      return (await service.apiKeys.createTeamKey({ ...asProject, body })).id;
    },
    write: ({ service, asProject, teamId }, api_key_id) =>
      service.apiKeys.updateTeamKey({ ...asProject, params: { api_key_id }, query: { team_id: teamId }, body: { description: 'Second' } }),
    state: async ({ service, asProject, teamId }, api_key_id) =>
      (await service.apiKeys.readTeamKey({ ...asProject, params: { api_key_id }, query: { team_id: teamId } })).description,
  },
  {
    of: 'apiKeys.updateKeySet',
    prepare: async ({ service, asProject }) => {
      const body = {
        description: 'First',
        expires_at_millis: inAYear(),
        has_publishable_client_key: true,
        has_secret_server_key: false,
        has_super_secret_admin_key: false,
      };
      return (await service.apiKeys.createKeySet({ ...asProject, body })).id;
    },
    write: ({ service, asProject }, api_key_id) =>
      service.apiKeys.updateKeySet({ ...asProject, params: { api_key_id }, body: { description: 'Second' } }),
    state: async ({ service, asProject }, api_key_id) =>
      (await service.apiKeys.readKeySet({ ...asProject, params: { api_key_id } })).description,
  },
];

const templates = async ({ service, asProject }: WriteScene) =>
  (await service.emails.templatesById(asProject)).templates.map(({ id: _id, ...others }) => others);
const createTemplate = async ({ service, asProject }: WriteScene, display_name: string) => {
  const { id } = await service.emails.createTemplateById({ ...asProject, body: { display_name } });
  await service.emails.updateTemplateById({ ...asProject, params: { id }, body: { tsx_source: source(display_name) } });
  return id;
};
const drafts = async ({ service, asProject }: WriteScene) =>
  (await service.emailDrafts.list(asProject)).drafts.map(({ id: _id, ...others }) => others);
const createDraft = async ({ service, asProject }: WriteScene) =>
  (await service.emailDrafts.create({ ...asProject, body: { display_name: 'Draft', tsx_source: source('draft') } })).id;
const template = ({ service, asProject }: WriteScene) => service.emails.template({ ...asProject, params: { type: 'magic_link' } });

const waitingEmail = async ({ service, asProject }: WriteScene) => {
  const { items } = await service.outbox.list({ ...asProject, query: {} });
  return items.find(({ subject }) => subject === 'The engine is oiled tomorrow')?.id ?? '';
};

const outboxUpdate = (what: string, body: { readonly is_paused: true } | { readonly scheduled_at_millis: number }): UndoableWrite => ({
  of: 'outbox.update',
  what,
  from: '2.8.69',
  prepare: waitingEmail,
  write: ({ service, asProject }, id) => service.outbox.update({ ...asProject, params: { id }, body }),
  state: async ({ service, asProject }, id) => {
    const { is_paused, scheduled_at_millis } = await service.outbox.read({ ...asProject, params: { id } });
    return { is_paused, scheduled_at_millis };
  },
});

export const emailWrites: readonly UndoableWrite[] = [
  outboxUpdate('that pauses', { is_paused: true }),
  outboxUpdate('of the time', { scheduled_at_millis: Date.UTC(2100, 0, 2) }),

  {
    of: 'emails.updateTemplate',
    until: '2.8.27',
    write: ({ service, asProject }) =>
      service.emails.updateTemplate({ ...asProject, params: { type: 'magic_link' }, body: { subject: 'Mine' } }),
    state: template,
  },
  {
    of: 'emails.resetTemplate',
    until: '2.8.27',
    prepare: async ({ service, asProject }) => {
      await service.emails.updateTemplate({ ...asProject, params: { type: 'magic_link' }, body: { subject: 'Mine' } });
      return '';
    },
    write: ({ service, asProject }) => service.emails.resetTemplate({ ...asProject, params: { type: 'magic_link' } }),
    state: template,
  },
  {
    of: 'emails.createTemplateById',
    from: '2.8.27',
    write: (scene) => scene.service.emails.createTemplateById({ ...scene.asProject, body: { display_name: 'Created' } }),
    state: templates,
  },
  {
    of: 'emails.updateTemplateById',
    from: '2.8.27',
    prepare: (scene) => createTemplate(scene, 'Changed'),
    write: ({ service, asProject }, id) =>
      service.emails.updateTemplateById({ ...asProject, params: { id }, body: { tsx_source: source('other'), theme_id: false } }),
    state: templates,
  },
  {
    of: 'emails.deleteTemplateById',
    from: '2.8.86',
    prepare: (scene) => createTemplate(scene, 'Deleted'),
    write: ({ service, asProject }, id) => service.emails.deleteTemplateById({ ...asProject, params: { id } }),
    state: templates,
  },
  {
    of: 'emailThemes.update',
    from: '2.8.27',
    prepare: async ({ service, asProject }) => {
      const { id } = await service.emailThemes.create({ ...asProject, body: { display_name: 'Theme' } });
      return id;
    },
    write: ({ service, asProject }, id) =>
      service.emailThemes.update({ ...asProject, params: { id }, body: { tsx_source: themeSource('mine') } }),
    state: ({ service, asProject }, id) => service.emailThemes.read({ ...asProject, params: { id } }),
  },
  { of: 'emailDrafts.create', from: '2.8.69', write: createDraft, state: drafts },
  {
    of: 'emailDrafts.update',
    from: '2.8.69',
    prepare: createDraft,
    write: ({ service, asProject }, id) => service.emailDrafts.update({ ...asProject, params: { id }, body: { display_name: 'Other' } }),
    state: drafts,
  },
  {
    of: 'emailDrafts.delete',
    from: '2.8.69',
    prepare: createDraft,
    write: ({ service, asProject }, id) => service.emailDrafts.delete({ ...asProject, params: { id } }),
    state: drafts,
  },
];
