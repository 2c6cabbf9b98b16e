/** Endpoints of later releases that the catalog doesn't have, because the app doesn't call them or calls them otherwise. */
import type { Feature } from '#contract/features.ts';
import { configEndpoints, overrideLevel, readLevel, replaceLevel } from '../configuration/config-handlers';
import { deleteManagedDomainEndpoint, removeManagedDomain } from '../emails/managed-domains';
import type { RoutedEndpoint } from '../http/router';
import { readUserActivity, readUserCounts, userActivityEndpoint, userCountsEndpoint } from '../metrics/metrics-handlers';
import type { Behavior } from '../releases/behaviors';
import type { Release } from '../releases/release';
import type { ServedRoute } from './served-route';

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
export function laterRoutesOf(release: Release): ServedRoute[] {
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
