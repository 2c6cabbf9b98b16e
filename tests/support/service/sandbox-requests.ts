/** Random requests to a sandbox: mostly almost valid ones, for every endpoint and access type, and some arbitrary ones. */
import type { Variant } from '#contract/definitions.ts';
import type { Route, RoutedEndpoint } from '#sandbox/http/router.ts';
import type { Release } from '#sandbox/releases/release.ts';
import { routesOf } from '#sandbox/service/routes.ts';
import { createMatchingValue } from '#sandbox/testing/matching-value.ts';
import type { TestSandbox } from '#sandbox/testing/test-sandbox.ts';
import { type Chance, damaged, json, text } from '../arbitraries';
import type { Population } from './sandbox-population';

export interface AnyRequest {
  /** The endpoint from which it was generated. */
  readonly endpoint: string;
  readonly method: string;
  /** Below `/api/v1`. */
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** Endpoints that delete the project that all other requests use. */
const fatal: readonly string[] = ['projects.delete', 'projects.delete, moved'];

const known = new WeakMap<Release, readonly Route[]>();

/** Returns the endpoints of a release, including those that the app doesn't use. */
function endpointsOf(release: Release): readonly Route[] {
  const endpoints = known.get(release) ?? routesOf(release).filter(({ name }) => !fatal.includes(name));
  known.set(release, endpoints);
  return endpoints;
}

const accesses = ['client', 'server', 'admin'] as const;

export function anyRequest(test: TestSandbox, population: Population, chance: Chance): AnyRequest {
  const { name, endpoint } = chance.pick(endpointsOf(test.context.release));
  const access = chance.pick(accesses);
  const variant = chance.pick(Object.values(endpoint.actors));
  const other = chance.oneIn(60) ? chance.pick(['GET', 'PUT', 'POST', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']) : endpoint.method;
  // Another method of the project's path would delete it as well.
  const method = other === 'DELETE' && endpoint.path.endsWith('/projects/current') ? endpoint.method : other;
  const hasBody = !['GET', 'HEAD'].includes(method);
  const body = hasBody ? anyBody(variant, population, chance) : undefined;
  const headers = { ...anyHeaders(test, population, chance, access), ...body?.type };
  return { endpoint: name, method, path: anyPath(endpoint, variant, population, chance), headers, ...(body ? { body: body.text } : {}) };
}

const broken = (chance: Chance) => chance.oneIn(8);

function made(schema: Variant['query'], population: Population, chance: Chance): unknown {
  if (schema === undefined) return chance.oneIn(20) ? { surplus: '1' } : {};
  const value = createMatchingValue(schema, { below: chance.below, known: population.known });
  return broken(chance) ? chance.take(() => damaged(value)) : value;
}

function anyPath(endpoint: RoutedEndpoint, variant: Variant, population: Population, chance: Chance): string {
  if (chance.oneIn(150)) return `/${encodeURI(wellFormed(chance.take(() => text).slice(0, 200)))}`;
  const params = endpoint.params
    ? (createMatchingValue(endpoint.params, { below: chance.below, known: population.known }) as Record<string, unknown>)
    : {};
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_all, name: string) => segment(params[name] ?? population.known(name), chance));
  const query = made(variant.query, population, chance);
  const entries = textEntries(query).slice(0, 20);
  return entries.length === 0
    ? path
    : `${path}?${new URLSearchParams(entries.map(([key, sent]): [string, string] => [key, sent.slice(0, 2000)]))}`;
}

/** Replaces lone surrogates, which can't be percent-encoded. */
function wellFormed(sent: string): string {
  return sent.replace(/\p{Surrogate}/gu, '\ufffd');
}

function segment(value: unknown, chance: Chance): string {
  const found = broken(chance) && chance.oneIn(2) ? chance.take(() => text).slice(0, 300) : textOf(value);
  return encodeURIComponent(wellFormed(found)).replace(/^\.+$/, 'dots') || 'empty';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : jsonOf(value);
}

/** Returns each property as text, or none if reading one throws. */
function textEntries(value: unknown): [string, string][] {
  try {
    return Object.entries(Object(value)).map(([key, field]) => [key, textOf(field)]);
  } catch {
    return [];
  }
}

function anyBody(variant: Variant, population: Population, chance: Chance): { text: string; type: Record<string, string> } | undefined {
  if (chance.oneIn(30)) return undefined;
  const value = chance.oneIn(40) ? chance.take(() => json) : made(variant.body, population, chance);
  if (variant.bodyType === 'form' || chance.oneIn(60)) {
    return { text: new URLSearchParams(textEntries(value)).toString(), type: { 'content-type': 'application/x-www-form-urlencoded' } };
  }
  const body = chance.oneIn(80) ? chance.take(() => text) : affordable(jsonOf(value), chance);
  const type = chance.oneIn(60) ? chance.pick(['text/plain', 'application/octet-stream', 'application/xml', '']) : 'application/json';
  return { text: body, type: { 'content-type': type } };
}

/** Keeps only some of the huge texts: one costs as much as a thousand others. */
function affordable(sent: string, chance: Chance): string {
  return sent.length < 20_000 || chance.oneIn(20) ? sent : '{}';
}

/** Returns the value as JSON. `JSON.stringify` is recursive and throws for some values. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return `${'['.repeat(9_000)}${']'.repeat(9_000)}`;
  }
}

function anyHeaders(test: TestSandbox, population: Population, chance: Chance, access: (typeof accesses)[number]): Record<string, string> {
  const headers: Record<string, string> = chance.oneIn(40) ? {} : test.headers(access);
  if (chance.oneIn(8)) headers['x-stack-project-id'] = chance.pick(['internal', 'nope', test.project.id]);
  if (chance.oneIn(30)) headers['x-stack-access-type'] = chance.pick(['client', 'server', 'admin', 'owner', '']);
  if (chance.oneIn(40)) delete headers[chance.pick(Object.keys(headers))];
  if (!chance.oneIn(4)) headers['x-stack-access-token'] = population.accessToken();
  if (chance.oneIn(60)) headers['x-stack-access-token'] = asHeader(chance.take(() => text));
  if (chance.oneIn(12)) headers['x-stack-admin-access-token'] = population.adminToken();
  if (chance.oneIn(3)) headers['x-stack-refresh-token'] = String(population.known('refresh_token') ?? '');
  // Without it, later releases refuse the many anonymous users.
  if (!chance.oneIn(3)) headers['x-stack-allow-anonymous-user'] = 'true';
  if (chance.oneIn(6)) headers['x-stack-override-error-status'] = 'true';
  if (chance.oneIn(100)) headers.accept = 'text/html';
  if (chance.oneIn(100)) headers.cookie = asHeader(chance.take(() => text));
  return headers;
}

/** Returns the text with only characters that a header can contain. */
function asHeader(sent: string): string {
  return sent.replace(/[^\x20-\x7e]/g, '?').slice(0, 4000);
}
