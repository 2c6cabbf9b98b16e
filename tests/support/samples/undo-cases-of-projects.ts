/** Undoing writes of a project's settings, permissions, keys, and emails. */
import { type UndoCase, updated } from './undo-cases';

const user = { user_id: 'u' };
const level = { params: { level: 'environment' } };
const config = (value: object) => ({ config_string: JSON.stringify(value) });
const override = (value: object) => ({ config_override_string: JSON.stringify(value) });
const domain = (name: string) => ({ domain: `https://${name}.example`, handler_path: '/handler' });
const definition = (id: string, ...ids: string[]) => ({ id, description: id, contained_permission_ids: ids });
const smtp = { type: 'standard', host: 'a', port: 25, username: 'a', password: '***', sender_name: 'a', sender_email: 'a@a.example' };

export const projectCases: readonly UndoCase[] = [
  ...(['Team', 'Project'] as const).flatMap((scope): UndoCase[] => [
    {
      of: `permissions.create${scope}Definition`,
      input: { body: { id: 'p' } },
      response: { id: 'p' },
      sends: [{ endpoint: `permissions.delete${scope}Definition`, params: { id: 'p' } }],
    },
    {
      of: `permissions.create${scope}Definition`,
      what: 'that is as it was created',
      input: { body: { id: 'p', description: '', contained_permission_ids: ['a', 'b'] } },
      response: { id: 'p' },
      now: { items: [{ id: 'p', contained_permission_ids: ['b', 'a'] }] },
      sends: [{ endpoint: `permissions.delete${scope}Definition`, params: { id: 'p' } }],
    },
    {
      of: `permissions.create${scope}Definition`,
      what: 'that was deleted, and created by another admin with the same ID',
      input: { body: { id: 'p', description: 'Ours' } },
      response: { id: 'p' },
      now: { items: [{ id: 'p', description: 'Theirs', contained_permission_ids: [] }] },
      sends: 'changed-since',
    },
    {
      of: `permissions.create${scope}Definition`,
      what: 'that contains another permission since',
      input: { body: { id: 'p' } },
      response: { id: 'p' },
      now: { items: [{ id: 'p', contained_permission_ids: ['a'] }] },
      sends: 'changed-since',
    },
    {
      of: `permissions.update${scope}Definition`,
      what: 'that renames, after which it is found by the new ID',
      input: { params: { id: 'p' }, body: { id: 'q' } },
      before: { items: [definition('p')] },
      response: { ...definition('p'), id: 'q' },
      now: { items: [{ ...definition('p'), id: 'q' }] },
      sends: [{ endpoint: `permissions.update${scope}Definition`, params: { id: 'q' }, body: { id: 'p' } }],
    },
    {
      of: `permissions.update${scope}Definition`,
      what: 'of contained permissions, to which another was added since',
      input: { params: { id: 'p' }, body: { contained_permission_ids: ['a', 'b'] } },
      before: { items: [definition('p', 'a')] },
      response: definition('p', 'a', 'b'),
      now: { items: [definition('p', 'a', 'b', 'c')] },
      sends: [{ endpoint: `permissions.update${scope}Definition`, params: { id: 'p' }, body: { contained_permission_ids: ['a', 'c'] } }],
    },
    {
      of: `permissions.delete${scope}Definition`,
      what: 'with the permissions that contained it',
      input: { params: { id: 'p' } },
      before: { items: [definition('p', 'a'), definition('all', 'p')] },
      now: { items: [definition('all')] },
      sends: [
        { endpoint: `permissions.create${scope}Definition`, body: definition('p', 'a') },
        { endpoint: `permissions.update${scope}Definition`, params: { id: 'all' }, body: { contained_permission_ids: ['p'] } },
      ],
      losses: ['grants'],
    },
    {
      of: `permissions.delete${scope}Definition`,
      what: 'whose containing permissions were changed, deleted, or given it since',
      input: { params: { id: 'p' } },
      before: { items: [definition('p'), definition('all', 'p', 'a', 'b'), definition('some', 'p'), definition('gone', 'p')] },
      now: { items: [definition('all', 'a', 'c'), definition('some', 'p')] },
      sends: [
        { endpoint: `permissions.create${scope}Definition`, body: definition('p') },
        { endpoint: `permissions.update${scope}Definition`, params: { id: 'all' }, body: { contained_permission_ids: ['a', 'c', 'p'] } },
      ],
      losses: ['grants'],
    },
  ]),
  updated(
    'projects.update',
    { body: { config: { sign_up_enabled: false } } },
    { config: { sign_up_enabled: true } },
    { config: { sign_up_enabled: false } },
    [{ endpoint: 'projects.update', body: { config: { sign_up_enabled: true } } }],
  ),
  {
    of: 'projects.update',
    what: 'of domains, which updates replace as a list',
    input: { body: { config: { domains: [domain('a'), domain('b')] } } },
    before: { config: { domains: [domain('a')] } },
    now: { config: { domains: [domain('a'), domain('b'), domain('c')] } },
    sends: [{ endpoint: 'projects.update', body: { config: { domains: [domain('a'), domain('c')] } } }],
  },
  {
    of: 'projects.update',
    what: 'of providers, which keep their secrets, and ask for one that isn’t there',
    input: { body: { config: { oauth_providers: [{ id: 'x', type: 'shared' }] } } },
    before: {
      config: {
        oauth_providers: [
          { id: 'github', type: 'standard', client_id: 'g', client_secret: '***', provider_config_id: 'github' },
          { id: 'x', type: 'shared', provider_config_id: 'x' },
        ],
      },
    },
    now: { config: { oauth_providers: [{ id: 'x', type: 'shared', provider_config_id: 'x' }] } },
    sends: [
      {
        endpoint: 'projects.update',
        body: {
          config: {
            oauth_providers: [
              { id: 'x', type: 'shared' },
              { id: 'github', type: 'standard', client_id: 'g' },
            ],
          },
        },
      },
    ],
    asks: ['config.oauth_providers.github.client_secret'],
  },
  {
    of: 'projects.update',
    what: 'of the email server, whose password isn’t kept',
    input: { body: { config: { email_config: { type: 'shared' } } } },
    before: { config: { email_config: smtp } },
    now: { config: { email_config: { type: 'shared' } } },
    sends: [
      {
        endpoint: 'projects.update',
        body: {
          config: { email_config: { type: 'standard', host: 'a', port: 25, username: 'a', sender_name: 'a', sender_email: 'a@a.example' } },
        },
      },
    ],
    asks: ['config.email_config.password'],
  },
  {
    of: 'projects.transfer',
    input: { body: { project_id: 'p', new_team_id: 'b' } },
    before: { items: [{ id: 'p', owner_team_id: 'a' }] },
    now: { items: [{ id: 'p', owner_team_id: 'b' }] },
    sends: [{ endpoint: 'projects.transfer', body: { project_id: 'p', new_team_id: 'a' } }],
  },
  {
    of: 'config.override',
    input: { body: override({ 'auth.allowSignUp': false }) },
    before: config({ auth: { allowSignUp: true } }),
    now: config({ auth: { allowSignUp: false } }),
    sends: [{ endpoint: 'config.override', body: override({ 'auth.allowSignUp': true }) }],
  },
  {
    of: 'config.overrideLevel',
    what: 'of a key that was set, and one that wasn’t',
    input: { ...level, body: override({ a: 2, 'b.c': 2 }) },
    before: config({ a: 1 }),
    now: config({ a: 2, 'b.c': 2 }),
    sends: [
      { endpoint: 'config.resetKeys', ...level, body: { keys: ['b.c'] } },
      { endpoint: 'config.overrideLevel', ...level, body: override({ a: 1 }) },
    ],
  },
  {
    of: 'config.overrideLevel',
    what: 'of a key within an object, which a reset would take apart',
    input: { ...level, body: override({ 'a.b': 2 }) },
    before: config({ a: { b: 1, c: 1 } }),
    now: config({ a: { b: 1, c: 1 }, 'a.b': 2 }),
    sends: [{ endpoint: 'config.overrideLevel', ...level, body: override({ 'a.b': 1 }) }],
  },
  {
    of: 'config.overrideLevel',
    what: 'before keys could be reset',
    input: { ...level, body: override({ a: 2 }) },
    before: config({}),
    now: config({ a: 2 }),
    without: ['reset-config-keys'],
    sends: [{ endpoint: 'config.overrideLevel', ...level, body: override({ a: null }) }],
    losses: ['default-value'],
  },
  {
    of: 'config.overrideLevel',
    what: 'of an object in which a key was set since, which writing the object would remove',
    input: { ...level, body: override({ 'rules.r': { name: 'B', enabled: true } }) },
    before: config({ 'rules.r': { name: 'A', enabled: true } }),
    now: config({ 'rules.r': { name: 'B', enabled: true }, 'rules.r.enabled': false }),
    sends: 'changed-since',
  },
  {
    of: 'config.overrideLevel',
    what: 'that added an object in which a key was set since, which a reset would remove',
    input: { ...level, body: override({ 'rules.r': { name: 'B', enabled: true } }) },
    before: config({}),
    now: config({ 'rules.r': { name: 'B', enabled: true }, 'rules.r.enabled': false }),
    sends: 'changed-since',
  },
  {
    of: 'config.overrideLevel',
    what: 'of an object that a key in it made what it was',
    input: { ...level, body: override({ 'rules.r': { name: 'B' } }) },
    before: config({ 'rules.r': { name: 'A' } }),
    now: config({ 'rules.r': { name: 'B' }, 'rules.r.name': 'A' }),
    sends: 'unchanged',
  },
  {
    of: 'config.overrideLevel',
    what: 'of a secret',
    input: { ...level, body: override({ a: 'new' }) },
    before: config({ a: '***' }),
    now: config({ a: 'new' }),
    sends: 'secret',
  },
  {
    of: 'config.resetKeys',
    input: { ...level, body: { keys: ['a'] } },
    before: config({ a: 1, 'a.b': 2, c: 3 }),
    now: config({ c: 3 }),
    sends: [{ endpoint: 'config.overrideLevel', ...level, body: override({ a: 1, 'a.b': 2 }) }],
  },
  {
    of: 'config.resetKeys',
    what: 'of an object in which a key was set since',
    input: { ...level, body: { keys: ['a'] } },
    before: config({ a: { b: 1, c: 1 } }),
    now: config({ 'a.b': 3 }),
    sends: 'changed-since',
  },
  ...(['User', 'Team'] as const).map(
    (owner): UndoCase => ({
      of: `apiKeys.update${owner}Key`,
      input: { params: { api_key_id: 'k' }, query: owner === 'User' ? user : { team_id: 't' }, body: { description: 'B' } },
      before: { description: 'A' },
      now: { description: 'B' },
      sends: [
        {
          endpoint: `apiKeys.update${owner}Key`,
          params: { api_key_id: 'k' },
          query: owner === 'User' ? user : { team_id: 't' },
          body: { description: 'A' },
        },
      ],
    }),
  ),
  updated('apiKeys.updateKeySet', { params: { api_key_id: 'k' }, body: { description: 'B' } }, { description: 'A' }, { description: 'B' }, [
    { endpoint: 'apiKeys.updateKeySet', params: { api_key_id: 'k' }, body: { description: 'A' } },
  ]),
  { ...updated('apiKeys.updateKeySet', { params: { api_key_id: 'k' }, body: { revoked: true } }, {}, {}, 'key'), what: 'that revokes' },
  {
    of: 'emails.updateTemplate',
    what: 'of the service’s own',
    input: { params: { type: 'magic_link' }, body: { subject: 'B' } },
    before: { subject: 'A', is_default: true },
    now: { subject: 'B', is_default: false },
    sends: [{ endpoint: 'emails.resetTemplate', params: { type: 'magic_link' } }],
  },
  {
    of: 'emails.resetTemplate',
    input: { params: { type: 'magic_link' } },
    before: { subject: 'A', content: { root: 1 }, is_default: false },
    now: { subject: 'D', is_default: true },
    sends: [{ endpoint: 'emails.updateTemplate', params: { type: 'magic_link' }, body: { subject: 'A', content: { root: 1 } } }],
  },
  {
    of: 'emails.applyManagedDomain',
    input: { body: { domain_id: 'b' } },
    before: { items: [{ domain_id: 'a', status: 'applied' }] },
    now: { items: [{ domain_id: 'b', status: 'applied' }] },
    sends: [{ endpoint: 'emails.applyManagedDomain', body: { domain_id: 'a' } }],
  },
  {
    of: 'emails.applyManagedDomain',
    what: 'in place of a server',
    input: { body: { domain_id: 'b' } },
    before: { items: [] },
    now: { items: [{ domain_id: 'b', status: 'applied' }] },
    sends: 'unknown',
  },
  {
    of: 'emails.createTemplateById',
    input: { body: { display_name: 'A' } },
    response: { id: 'e' },
    sends: [{ endpoint: 'emails.deleteTemplateById', params: { id: 'e' } }],
  },
  {
    of: 'emails.updateTemplateById',
    what: 'of a theme, with the source that is required',
    input: { params: { id: 'e' }, body: { tsx_source: 's', theme_id: false } },
    before: { templates: [{ id: 'e', tsx_source: 's' }] },
    now: { templates: [{ id: 'e', tsx_source: 'newer', theme_id: false }] },
    sends: [{ endpoint: 'emails.updateTemplateById', params: { id: 'e' }, body: { tsx_source: 'newer', theme_id: null } }],
  },
  {
    of: 'emails.deleteTemplateById',
    input: { params: { id: 'e' } },
    before: { templates: [{ id: 'e', display_name: 'A', tsx_source: 's', theme_id: false }] },
    now: { templates: [] },
    sends: [
      { endpoint: 'emails.createTemplateById', body: { display_name: 'A' } },
      { endpoint: 'emails.updateTemplateById', newId: 'id', body: { tsx_source: 's', theme_id: false } },
    ],
    losses: ['id'],
  },
  {
    of: 'emails.setNotificationPreference',
    input: { params: { user_id: 'u', category_id: 'c' }, body: { enabled: false } },
    before: { items: [{ notification_category_id: 'c', enabled: true }] },
    now: { items: [{ notification_category_id: 'c', enabled: false }] },
    sends: [{ endpoint: 'emails.setNotificationPreference', params: { user_id: 'u', category_id: 'c' }, body: { enabled: true } }],
  },
  updated('emailThemes.update', { params: { id: 'h' }, body: { tsx_source: 'b' } }, { tsx_source: 'a' }, { tsx_source: 'b' }, [
    { endpoint: 'emailThemes.update', params: { id: 'h' }, body: { tsx_source: 'a' } },
  ]),
  {
    of: 'emailDrafts.create',
    input: { body: { display_name: 'A' } },
    response: { id: 'd' },
    sends: [{ endpoint: 'emailDrafts.delete', params: { id: 'd' } }],
  },
  {
    of: 'emailDrafts.create',
    what: 'before drafts could be deleted',
    input: { body: { display_name: 'A' } },
    response: { id: 'd' },
    without: ['draft-deletion'],
    sends: 'unsupported',
  },
  {
    of: 'emailDrafts.update',
    what: 'of a name, with the theme, which is cleared otherwise',
    input: { params: { id: 'd' }, body: { display_name: 'B' } },
    before: { display_name: 'A', theme_id: 'h' },
    response: { ok: 'ok' },
    now: { display_name: 'B', theme_id: 'h' },
    sends: [{ endpoint: 'emailDrafts.update', params: { id: 'd' }, body: { display_name: 'A', theme_id: 'h' } }],
  },
  {
    of: 'emailDrafts.delete',
    input: { params: { id: 'd' } },
    before: { id: 'd', display_name: 'A', tsx_source: 's', sent_at_millis: 1 },
    now: null,
    sends: [{ endpoint: 'emailDrafts.create', body: { display_name: 'A', tsx_source: 's' } }],
    losses: ['id'],
  },
  updated('outbox.update', { params: { id: 'm' }, body: { is_paused: true } }, { is_paused: false }, { is_paused: true }, [
    { endpoint: 'outbox.update', params: { id: 'm' }, body: { is_paused: false } },
  ]),
  {
    ...updated('outbox.update', { params: { id: 'm' }, body: { tsx_source: 'b' } }, { tsx_source: 'a' }, { tsx_source: 'b' }, 'email-sent'),
    what: 'of the content, which is sent again',
  },
];
