import { expect, test } from 'vitest';
import { partsOf } from './entry-parts';

const domain = (name: string, path = '/handler') => ({ domain: `https://${name}.example`, handler_path: path });
const project = (config: object) => ({ body: { config } });

test.each([
  {
    what: 'the domains that were added, removed, or changed',
    of: 'projects.update',
    input: project({ domains: [domain('a'), domain('b', '/b'), domain('d')], sign_up_enabled: true }),
    before: { config: { domains: [domain('a'), domain('b'), domain('c')] } },
    parts: [
      { kind: 'domain', id: 'https://d.example' },
      { kind: 'domain', id: 'https://c.example' },
      { kind: 'domain', id: 'https://b.example' },
    ],
  },
  {
    what: 'the provider whose keys changed',
    of: 'projects.update',
    input: project({
      oauth_providers: [
        { id: 'x', type: 'standard', client_id: 'b' },
        { id: 'github', type: 'shared' },
      ],
    }),
    before: {
      config: {
        oauth_providers: [
          { id: 'x', type: 'standard', client_id: 'a', provider_config_id: 'x' },
          { id: 'github', type: 'shared' },
        ],
      },
    },
    parts: [{ kind: 'sign-in-provider', id: 'x' }],
  },
  {
    what: 'the email server, the theme, and a permission that two lists got',
    of: 'projects.update',
    input: project({
      email_config: { type: 'shared' },
      email_theme: 't',
      user_default_permissions: [{ id: 'p' }],
      team_member_default_permissions: [{ id: 'p' }],
    }),
    before: undefined,
    parts: [
      { kind: 'permission-definition', id: 'p' },
      { kind: 'email-server', id: null },
      { kind: 'theme', id: 't' },
    ],
  },
  {
    what: 'nothing where a switch changed',
    of: 'projects.update',
    input: project({ sign_up_enabled: true }),
    before: undefined,
    parts: [],
  },
  {
    what: 'the rules, providers, and the server of keys',
    of: 'config.overrideLevel',
    input: {
      body: {
        config_override_string: JSON.stringify({
          'auth.signUpRules.a.enabled': true,
          'auth.signUpRules.a.priority': 1,
          'auth.oauth.providers.x': {},
          'emails.server.host': 'a',
          'auth.signUpRulesDefaultAction': 'allow',
        }),
      },
    },
    before: undefined,
    parts: [
      { kind: 'sign-up-rule', id: 'a' },
      { kind: 'sign-in-provider', id: 'x' },
      { kind: 'email-server', id: null },
    ],
  },
  {
    what: 'the rule whose keys were reset',
    of: 'config.resetKeys',
    input: { body: { keys: ['auth.signUpRules.b'] } },
    before: undefined,
    parts: [{ kind: 'sign-up-rule', id: 'b' }],
  },
  {
    what: 'the new ID of a permission',
    of: 'permissions.updateTeamDefinition',
    input: { params: { id: 'p' }, body: { id: 'q' } },
    before: undefined,
    parts: [{ kind: 'permission-definition', id: 'q' }],
  },
  { what: 'nothing of other writes', of: 'constructor', input: {}, before: undefined, parts: [] },
])('are $what', ({ of, input, before, parts }) => {
  expect(partsOf(of, input, before)).toEqual(parts);
});
