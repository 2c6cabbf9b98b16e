/** The endpoints that a release has, with their handlers. */
import type { Endpoint } from '#contract/definitions.ts';
import type { Feature } from '#contract/features.ts';
import { catalog } from '#contract/service/index.ts';
import { configEndpoints, overrideLevel, readLevel, replaceLevel } from '../configuration/config-handlers';
import { deleteManagedDomainEndpoint, removeManagedDomain } from '../emails/managed-domains';
import type { Handler } from '../http/context';
import type { respond } from '../http/respond';
import type { Route, RoutedEndpoint } from '../http/router';
import { readUserActivity, readUserCounts, userActivityEndpoint, userCountsEndpoint } from '../projects/metrics-handlers';
import type { Behavior } from '../releases/behaviors';
import type { Release } from '../releases/release';
import { handlers } from './handlers';

// A route with its handler.

/** A handler looked up by its name, whose specific types are unknown. */
export type AnyHandler = Pick<Handler<Endpoint>, 'accepts' | 'ignoresQuery' | 'needsUser'> & {
  readonly run: (call: never) => Promise<Parameters<typeof respond>[0]>;
};

export type ServedRoute = Route & { readonly handler: AnyHandler };

// Endpoints of later releases that the catalog doesn't have, because the app doesn't call them or calls them otherwise.

/** Further endpoints, by what a release has to have. */
const later: readonly (readonly [Feature | Behavior, readonly ServedRoute[]])[] = [
  [
    'removed-managed-domains',
    [{ name: 'emails.removeManagedDomain', endpoint: deleteManagedDomainEndpoint, handler: removeManagedDomain }],
  ],
  ['user-counts', [{ name: 'metrics.userCounts', endpoint: userCountsEndpoint, handler: readUserCounts }]],
  ['user-activity', [{ name: 'metrics.userActivity', endpoint: userActivityEndpoint, handler: readUserActivity }]],
];

/** Returns the further endpoints of a release. */
function laterRoutesOf(release: Release): ServedRoute[] {
  return [...configRoutes(release), ...later.flatMap(([what, routes]) => (release.has(what) ? routes : []))];
}

function configRoutes(release: Release): ServedRoute[] {
  if (!release.has('config-levels')) return [];
  return [
    { name: 'config.readLevel', endpoint: forServers(release, configEndpoints.readLevel), handler: readLevel },
    { name: 'config.overrideLevel', endpoint: forServers(release, configEndpoints.overrideLevel), handler: overrideLevel },
    {
      name: 'config.replaceLevel',
      endpoint: forServers(release, { ...configEndpoints.replaceLevel, method: 'PUT' }),
      handler: replaceLevel,
    },
  ];
}

/** Returns an endpoint of a level with the access that it needs: the branch level is also for servers, which the handler checks. */
function forServers(release: Release, endpoint: RoutedEndpoint & { readonly actors: { readonly project: object } }): RoutedEndpoint {
  if (!release.has('branch-by-server')) return endpoint;
  return { ...endpoint, actors: { project: { ...endpoint.actors.project, access: 'server' } as never } };
}

/** Endpoints that exist before the form that clients can use. */
const early: Readonly<Record<string, Behavior>> = {
  'emails.templatesById': 'early-templates-by-id',
  'emails.createTemplateById': 'early-templates-by-id',
  'emails.updateTemplateById': 'early-templates-by-id',
  'emails.deleteTemplateById': 'early-templates-by-id',
};

/** Returns the routes of a release, including those for what clients of this catalog don't use. */
export function routesOf(release: Release): ServedRoute[] {
  const behaviour = handlers as unknown as Readonly<Record<string, AnyHandler>>;
  const endpoints = Object.entries(catalog).flatMap(([group, entries]) =>
    Object.entries(entries).map(([name, endpoint]: [string, Endpoint]) => ({ name: `${group}.${name}`, endpoint })),
  );
  const own = endpoints.flatMap(({ name, endpoint }) => {
    const handler = behaviour[name];
    if (handler === undefined || !isServed(release, name, endpoint)) return [];
    return placesOf(release, name, endpoint).map((route) => ({ ...route, handler }));
  });
  return [...own, ...laterRoutesOf(release)];
}

function isServed(release: Release, name: string, { feature, removedSince }: Endpoint): boolean {
  const since = early[name] ?? feature;
  return (since === undefined || release.has(since)) && (removedSince === undefined || !release.has(removedSince));
}

/** Returns the route at each path at which a release has the endpoint. Later ones have moved some. */
function placesOf(release: Release, name: string, endpoint: Endpoint): Route[] {
  const here = { name, endpoint };
  if (endpoint.moved === undefined) return [here];
  const there = { name: `${name}, moved`, endpoint: { ...endpoint, path: endpoint.moved.path } };
  return [release.has(endpoint.moved.feature) ? there : here];
}
