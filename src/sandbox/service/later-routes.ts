/** Endpoints of later releases that the catalog doesn't have, because the app doesn't call them or calls them otherwise. */
import type { Feature } from '#contract/features.ts';
import { configRows, overrideLevel, readLevel, replaceLevel } from '../configuration/config-handlers';
import {
  applyManagedDomain,
  checkManagedDomain,
  managedDomainRows,
  removeManagedDomain,
  setUpManagedDomain,
} from '../emails/managed-domains';
import type { RoutedEndpoint } from '../http/router';
import { readUserActivity, readUserCounts, userActivityRow, userCountsRow } from '../metrics/metrics-handlers';
import type { Behavior } from '../releases/behaviors';
import type { Release } from '../releases/release';
import type { ServedRoute } from './served-route';

/** Further endpoints, by what a release has to have. */
const later: readonly (readonly [Feature | Behavior, readonly ServedRoute[]])[] = [
  [
    'managed-domains',
    [
      { name: 'emails.setUpManagedDomain', row: managedDomainRows.setup, handler: setUpManagedDomain },
      { name: 'emails.checkManagedDomain', row: managedDomainRows.check, handler: checkManagedDomain },
      { name: 'emails.applyManagedDomain', row: managedDomainRows.apply, handler: applyManagedDomain },
    ],
  ],
  ['removed-managed-domains', [{ name: 'emails.removeManagedDomain', row: managedDomainRows.delete, handler: removeManagedDomain }]],
  ['user-counts', [{ name: 'metrics.userCounts', row: userCountsRow, handler: readUserCounts }]],
  ['user-activity', [{ name: 'metrics.userActivity', row: userActivityRow, handler: readUserActivity }]],
];

/** Returns the further endpoints of a release. */
export function laterRoutesOf(release: Release): ServedRoute[] {
  return [...configRoutes(release), ...later.flatMap(([what, routes]) => (release.has(what) ? routes : []))];
}

function configRoutes(release: Release): ServedRoute[] {
  if (!release.has('config-levels')) return [];
  return [
    { name: 'config.readLevel', row: forServers(release, configRows.readLevel), handler: readLevel },
    { name: 'config.overrideLevel', row: forServers(release, configRows.overrideLevel), handler: overrideLevel },
    { name: 'config.replaceLevel', row: forServers(release, { ...configRows.replaceLevel, method: 'PUT' }), handler: replaceLevel },
  ];
}

/** Returns an endpoint of a level with the access that it needs: the branch level is also for servers, which the handler checks. */
function forServers(release: Release, row: RoutedEndpoint & { readonly actors: { readonly project: object } }): RoutedEndpoint {
  if (!release.has('branch-by-server')) return row;
  return { ...row, actors: { project: { ...row.actors.project, access: 'server' } as never } };
}
