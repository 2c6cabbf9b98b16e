/** Router from a request's path to an endpoint. */
import type { Endpoint } from '#contract/definitions.ts';

/** An endpoint of the catalog, or one with a method that the catalog doesn't have. */
export type RoutedEndpoint = Omit<Endpoint, 'method'> & { readonly method: string };

export interface Route {
  readonly name: string;
  readonly endpoint: RoutedEndpoint;
}

interface Match {
  /** Endpoints of the path, by method. */
  readonly methods: ReadonlyMap<string, Route>;
  readonly params: Readonly<Record<string, string>>;
}

interface Node {
  readonly literal: Map<string, Node>;
  /** Child for a parameter of any name. */
  any: Node | undefined;
  readonly methods: Map<string, Route & { readonly names: readonly string[] }>;
}

const newNode = (): Node => ({ literal: new Map(), any: undefined, methods: new Map() });

/**
 * Creates the router. Literal segments take precedence over parameters: `/users/me` isn't `/users/{user_id}`. Of several endpoints
 * with the same path and method, the first one is used.
 */
export function createRouter(routes: Iterable<Route>): (path: string) => Match | undefined {
  const root = newNode();
  for (const route of routes) {
    const names: string[] = [];
    let node = root;
    for (const segment of segmentsOf(route.endpoint.path)) {
      const name = /^\{(.+)\}$/.exec(segment)?.[1];
      if (name !== undefined) names.push(name);
      node = child(node, name === undefined ? segment : undefined);
    }
    if (!node.methods.has(route.endpoint.method)) node.methods.set(route.endpoint.method, { ...route, names });
  }
  return (path) => {
    const found = find(root, segmentsOf(path), []);
    const first = found?.node.methods.values().next().value;
    if (found === undefined || first === undefined) return undefined;
    return { methods: found.node.methods, params: Object.fromEntries(first.names.map((name, index) => [name, found.values[index] ?? ''])) };
  };
}

function segmentsOf(path: string): string[] {
  return path === '' ? [] : path.slice(1).split('/');
}

function child(node: Node, literal: string | undefined): Node {
  const known = literal === undefined ? node.any : node.literal.get(literal);
  const next = known ?? newNode();
  if (literal === undefined) node.any = next;
  else node.literal.set(literal, next);
  return next;
}

function find(node: Node, segments: readonly string[], values: readonly string[]): { node: Node; values: readonly string[] } | undefined {
  const [segment, ...rest] = segments;
  if (segment === undefined) return node.methods.size > 0 ? { node, values } : undefined;
  const literal = node.literal.get(segment);
  const found = literal && find(literal, rest, values);
  if (found !== undefined || node.any === undefined || segment === '') return found;
  return find(node.any, rest, [...values, decoded(segment)]);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
