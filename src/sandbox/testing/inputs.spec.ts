/** Invalid input of every kind in every field of every endpoint, tested against the general rules (wire/conventions 3, 6, 7 and 9.2). */
import { describe, expect, it } from 'vitest';
import type { Actor, Endpoint } from '#contract/definitions.ts';
import { catalog } from '#contract/service/index.ts';
import { baseline } from '../releases/release';
import { createRepeatableRandom } from '../seed/repeatable-random';
import { routesOf } from '../service/routes';
import { startSession } from '../sessions/access-tokens';
import { insertDefinitionWithContained } from '../stores/permission-store';
import { insertTeam } from '../stores/team-store';
import { insertUser } from '../stores/user-store';
import { createProbes, type Fit, type Probe } from './bad-inputs';
import { createMatchingValue } from './matching-value';
import { createTestSandbox, type TestResponse } from './test-sandbox';

/** Exceptions: the start of the probes' descriptions, and the section that describes the rule. */
const ownRules: readonly { readonly endpoint: string; readonly about: string; readonly section: string }[] = [
  { endpoint: 'auth.token', about: 'body with more', section: 'wire/endpoints 2.3: unknown fields are ignored' },
  { endpoint: 'oauth.callback', about: 'query with more', section: 'wire/endpoints 2.2: whatever the provider returns' },
  { endpoint: 'oauth.callbackByForm', about: 'body with more', section: 'wire/endpoints 2.2: whatever the provider returns' },
  { endpoint: 'passkeys.register', about: 'body.credential text', section: 'wire/endpoints 1.5: the code is looked at first' },
  { endpoint: 'passkeys.signIn', about: 'body.authentication_response text', section: 'wire/endpoints 1.5: the code is looked at first' },
  { endpoint: 'contactChannels.list', about: 'query.user_id missing', section: 'wire/endpoints 3: a text of its own' },
  { endpoint: 'teams.list', about: 'query.user_id missing', section: 'wire/endpoints 5.1: a text of its own' },
  { endpoint: 'teams.profiles', about: 'query.team_id missing', section: 'wire/endpoints 5.3: a text of its own' },
  { endpoint: 'permissions.inTeams', about: 'query.user_id missing', section: 'wire/endpoints 6.2: a text of its own' },
  { endpoint: 'permissions.inProject', about: 'query.user_id missing', section: 'wire/endpoints 6.2: a text of its own' },
  { endpoint: 'users.list', about: 'query with more', section: 'wire/newer 2.2: include_restricted is unknown before 2.8.59' },
  { endpoint: 'users.update', about: 'body with more', section: 'wire/later 1: restrictions are unknown before 2.8.65' },
  { endpoint: 'users.update', about: 'body.restricted_by_admin', section: 'wire/later 1: restrictions are unknown before 2.8.65' },
  { endpoint: 'projects.create', about: 'body', section: 'newer: owner_team_id is unknown before 2.8.31' },
  { endpoint: 'projects.read', about: 'client access', section: 'wire/endpoints 7: clients have the path too' },
  { endpoint: 'misc.checkVersion', about: 'body with more', section: 'wire/endpoints 10: nothing is required of it' },
  { endpoint: 'misc.checkFeatureSupport', about: 'body', section: 'wire/endpoints 10: anything is taken' },
];

const served = new Set(routesOf(baseline).map(({ name }) => name));

const cases = Object.entries(catalog).flatMap(([group, endpoints]) =>
  Object.entries(endpoints)
    .filter(([name]) => served.has(`${group}.${name}`))
    .flatMap(([name, endpoint]: [string, Endpoint]) =>
      Object.entries(endpoint.actors).map(([actor, variant]) => ({ name: `${group}.${name}`, endpoint, actor: actor as Actor, variant })),
    ),
);
type Case = (typeof cases)[number];

/** ID of a user and of a team. */
const id = '11111111-2222-4333-8444-555555555555';
const permissionId = 'p1';

/** Creates a sandbox with a signed-in user, and a function that sends requests of the endpoint. */
async function sceneOf({ name, endpoint, actor, variant }: Case) {
  const test = await createTestSandbox({ seed: 'empty' });
  const project = test.project.key;
  const key = insertUser(test.store, { id, project, displayName: 'Eve', passwordHash: null, now: 0 });
  insertTeam(test.store, { id, project, displayName: 'Team', createdAt: 0 });
  insertDefinitionWithContained(
    test.store,
    { project, scope: name.includes('Team') ? 'team' : 'project', id: permissionId, description: null },
    [],
  );
  const { access_token } = await startSession({ ...test.context, random: createRepeatableRandom(5) }, test.project, { key, id });
  const { access } = variant;
  const own = access === 'public' ? {} : test.headers(access, actor === 'account' ? access_token : undefined);
  const less = { none: {}, client: test.headers('client') };
  const send = async ({ params, query, body }: Fit, { as, text }: Pick<Probe, 'as' | 'text'>): Promise<TestResponse> => {
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(params?.[name])));
    const search = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, asText(value)]));
    const headers: Record<string, string> = as ? less[as] : own;
    const written = text ?? (body === undefined ? undefined : JSON.stringify(body));
    if (endpoint.method === 'GET' || written === undefined) return test.raw(endpoint.method, `${path}?${search}`, headers);
    return test.raw(endpoint.method, `${path}?${search}`, { ...headers, 'content-type': 'application/json' }, written);
  };
  return { send };
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Returns valid values for all fields. */
function fitOf({ endpoint, variant }: Case): Fit {
  const schemas = Object.entries({ params: endpoint.params, query: variant.query, body: variant.body });
  return Object.fromEntries(
    schemas.flatMap(([part, schema]) => (schema ? [[part, createMatchingValue(schema, { below: () => 0, known: () => id })]] : [])),
  );
}

async function problemsOf(one: Case): Promise<string[]> {
  let { send } = await sceneOf(one);
  const fit = fitOf(one);
  const problems: string[] = [];
  for (const { what, change = {}, keeps, ...rest } of createProbes(one.endpoint, one.variant, fit)) {
    const answer = await send({ ...fit, ...change }, rest);
    // An accepted request may affect the next ones.
    if (answer.status < 300 && one.endpoint.method !== 'GET') send = (await sceneOf(one)).send;
    if (answer.status >= 500 || !keeps(answer))
      problems.push(`${what}: ${answer.status} ${answer.text.replaceAll('\n', ' ').slice(0, 300)}`);
  }
  return problems;
}

const met = new Set<object>();

describe.each(cases)('$name by $actor', (one) => {
  it('follows the rules', async () => {
    const ruled = ownRules.filter(({ endpoint }) => endpoint === one.name);
    const unruled = (await problemsOf(one)).filter((problem) => {
      const rule = ruled.find(({ about }) => problem.startsWith(about));
      if (rule !== undefined) met.add(rule);
      return rule === undefined;
    });
    expect(unruled).toEqual([]);
  });
});

it('has no unused exception', () => {
  expect(ownRules.filter((rule) => !met.has(rule))).toEqual([]);
});
