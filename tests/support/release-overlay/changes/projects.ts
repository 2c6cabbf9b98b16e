/** Shapes of projects: the client's, the admin's, and the updates that are accepted. */
import type { Change, Exchange, ServiceRequest } from '../change';
import { edited, editedItems, type Fields, fieldsOf, projectOf, violation, withFields, without } from '../exchange';

const clientConfig = [
  'sign_up_enabled',
  'credential_enabled',
  'magic_link_enabled',
  'passkey_enabled',
  'client_team_creation_enabled',
  'client_user_deletion_enabled',
  'allow_user_api_keys',
  'allow_team_api_keys',
  'enabled_oauth_providers',
];

const configOf = ({ config }: Fields): Fields => ({ ...(config as Fields) });
const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value : []);
const adminPaths = ['/internal/projects/current', '/internal/projects'];

function clientShape({ id, display_name, ...project }: Fields): Fields {
  const config = Object.fromEntries(Object.entries(configOf(project)).filter(([name]) => clientConfig.includes(name)));
  return { id, display_name, config };
}

/** Edits admin projects wherever they come back: read, changed, listed, created. */
function inAdminShape(source: string, since: string, edit: (project: Fields) => Fields): Change[] {
  return adminPaths.map((path) => ({
    source,
    since,
    path,
    async respond({ request, forward }) {
      const response = await forward();
      if (request.method === 'DELETE') return response;
      return request.method === 'GET' && path === '/internal/projects' ? editedItems(response, edit) : edited(response, edit);
    },
  }));
}

const withConfig = (edit: (config: Fields) => Fields) => (project: Fields) => ({ ...project, config: edit(configOf(project)) });

/** The sandbox's own form of the list: every provider that is configured is named, and is on or off. */
async function namedProviders({ ask, request }: Exchange, providers: readonly Fields[]): Promise<readonly Fields[]> {
  const current = await ask({ method: 'GET', path: '/internal/projects/current', headers: request.headers });
  const named = new Set(providers.map(({ id }) => id));
  const others = listOf(configOf(fieldsOf(current.body)).oauth_providers).filter(({ id }) => !named.has(id));
  return [...providers.map((each) => ({ ...each, enabled: true })), ...others.map((each) => ({ ...each, enabled: false }))];
}

function requireNoEnabled(request: ServiceRequest, providers: readonly Fields[]): void {
  const known = providers.findIndex((provider) => 'enabled' in provider);
  if (known >= 0) throw violation(request, `body.config.oauth_providers[${known}] contains unknown properties: enabled`);
}

export const projectChanges: readonly Change[] = [
  {
    source: 'wire/newer 2.5, 2.8.49: config.domains in the client shape; wire/endpoints 0.8 for the entries',
    since: '2.8.49',
    method: 'GET',
    path: '/projects/current',
    async respond({ forward, ask, request, projectHeaders, keysOf }) {
      const response = await forward();
      if (response.status !== 200 || keysOf(projectOf(request)) === undefined) return response;
      const whole = await ask({ method: 'GET', path: '/internal/projects/current', headers: projectHeaders('admin') });
      const { domains } = configOf(fieldsOf(whole.body));
      return edited(
        response,
        withConfig((config) => ({ ...config, domains })),
      );
    },
  },
  {
    source: 'wire/newer 1, 2.8.5; wire/corrections 2.8.26: GET /projects/current as admin',
    since: '2.8.5',
    method: 'GET',
    path: '/projects/current',
    respond: async ({ forward }) => edited(await forward(), clientShape),
  },
  ...inAdminShape(
    'wire/newer 1, 2.8.11: no config.id; providers without enabled',
    '2.8.11',
    withConfig((config) => ({
      ...without(config, 'id'),
      oauth_providers: listOf(config.oauth_providers)
        .filter(({ enabled }) => enabled !== false)
        .map((provider) => without(provider, 'enabled')),
    })),
  ),
  ...inAdminShape('wire/newer 2.2, 2.8.20: no user_count', '2.8.20', (project) => without(project, 'user_count')),
  ...inAdminShape(
    'wire/newer 2.5, 2.8.19; tests/fixtures/wire/exchanges.json, GET /internal/projects/current',
    '2.8.19',
    withConfig((config) => ({
      ...config,
      email_theme: '1df07ae6-abf3-4a40-83a5-a1a2cbe336ac',
    })),
  ),
  ...inAdminShape(
    'wire/newer 2.3, 2.8.24: provider_config_id',
    '2.8.24',
    withConfig((config) => ({
      ...config,
      oauth_providers: listOf(config.oauth_providers).map((provider) => ({ provider_config_id: provider.id, ...provider })),
    })),
  ),
  {
    source: 'wire/newer 1, 2.8.11: providers without enabled',
    since: '2.8.11',
    method: 'POST',
    path: '/internal/projects',
    async respond({ request, forward }) {
      const { config, ...rest } = fieldsOf(request.body);
      const { oauth_providers: providers, ...others } = configOf({ config });
      requireNoEnabled(request, listOf(providers));
      const enabled = providers === undefined ? {} : { oauth_providers: listOf(providers).map((each) => ({ ...each, enabled: true })) };
      return forward({ body: JSON.stringify({ ...rest, config: { ...others, ...enabled } }) });
    },
  },
  {
    source: 'wire/corrections 2.8.86: configuration; require_email_verification is accepted and not returned',
    since: '2.8.86',
    method: 'PATCH',
    path: '/internal/projects/current',
    async respond({ request, forward }) {
      const { config, ...rest } = fieldsOf(request.body);
      if (config === undefined) return forward();
      return forward({ body: JSON.stringify({ ...rest, config: without(configOf({ config }), 'require_email_verification') }) });
    },
  },
  {
    source: 'wire/newer 1, 2.8.11: PATCH replaces the list of providers and does not know enabled; an absent description stays',
    since: '2.8.11',
    method: 'PATCH',
    path: '/internal/projects/current',
    async respond(exchange) {
      const { request, forward, ask } = exchange;
      const { description, config, ...rest } = fieldsOf(request.body);
      const { oauth_providers: providers, ...others } = configOf({ config });
      requireNoEnabled(request, listOf(providers));
      const current = await ask({
        method: 'GET',
        path: '/internal/projects/current',
        headers: request.headers,
      });
      const replaced = {
        ...rest,
        description: description === undefined ? fieldsOf(current.body).description : description,
        config: { ...others, ...(providers === undefined ? {} : { oauth_providers: await namedProviders(exchange, listOf(providers)) }) },
      };
      return forward({ body: JSON.stringify(replaced) });
    },
  },
  {
    source: 'wire/newer 1, 2.8.14: an absent allow_localhost is switched on',
    since: '2.8.14',
    until: '2.8.28',
    method: 'PATCH',
    path: '/internal/projects/current',
    async respond({ request, forward }) {
      const body = fieldsOf(request.body);
      return forward(withFields(request, { config: { allow_localhost: true, ...configOf(body) } }));
    },
  },
];
