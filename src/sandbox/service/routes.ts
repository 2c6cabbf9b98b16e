/** The endpoints that a release has, with their handlers. */
import type { Endpoint } from '#contract/definitions.ts';
import { catalog } from '#contract/service/index.ts';
import type { Route } from '../http/router';
import type { Behavior } from '../releases/behaviors';
import type { Release } from '../releases/release';
import { handlers } from './handlers';
import { laterRoutesOf } from './later-routes';
import type { AnyHandler, ServedRoute } from './served-route';

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
