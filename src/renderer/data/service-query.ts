/** Queries of the service, derived from the catalog: the name and the input of a read determine its key and its function. */
import type { DataTag, QueryKey } from '@tanstack/react-query';
import type { OfferedEndpoints, ServiceArgs } from '#contract/bridge/service.ts';
import type { Actor, ActorOf, Catalog, Endpoint, ResponseOf } from '#contract/definitions.ts';

/** The start of the keys of a connection's data. */
export const inConnection = (connectionId: string) => ['connection', connectionId] as const;

/** The start of the keys of an account's data. */
export const asAccount = (connectionId: string, accountId: string) => [...inConnection(connectionId), 'account', accountId] as const;

/** Whose read it is: the project's without an account. Everything else is the input of the endpoint. */
interface ReadOf {
  readonly actor?: Actor;
  readonly connectionId: string;
  readonly accountId?: string | undefined;
  readonly params?: object;
  readonly query?: object;
  readonly body?: object;
  readonly raw?: boolean;
}

/**
 * Returns the key of a read of the service by its name in the catalog, which tells what makes it stale. Without the input, or with a part of it,
 * it is the start of the keys of all reads that have this part.
 */
export function readKey(name: string, { connectionId, accountId, params, query, body, raw }: ReadOf): QueryKey {
  const root = accountId === undefined ? inConnection(connectionId) : asAccount(connectionId, accountId);
  // A part that is missing must not be a property: it would match no key that has it.
  const input = { ...(params && { params }), ...(query && { query }), ...(body && { body }), ...(raw && { raw }) };
  return Object.keys(input).length === 0 ? [...root, name] : [...root, name, input];
}

/** What a query takes of a read. When it is enabled, and how long its data is fresh, is up to the one who asks. */
interface ServiceQuery<T> {
  readonly queryKey: DataTag<QueryKey, T, Error>;
  readonly queryFn: () => Promise<T>;
}

interface Readable<E extends Endpoint> {
  query<A extends ActorOf<E>>(args: ServiceArgs<E, A>): ServiceQuery<ResponseOf<E, A>>;
}

type Read = { readonly method: 'GET' } | { readonly effect: 'read' };

/** The reads of the catalog as queries: `service.users.read.query({ actor: 'project', connectionId, params })`. */
export type ServiceQueries<C extends Catalog> = {
  readonly [G in keyof C]: {
    readonly [R in keyof OfferedEndpoints<C[G]> as OfferedEndpoints<C[G]>[R] extends Read ? R : never]: OfferedEndpoints<C[G]>[R] extends infer E extends
      Endpoint
      ? Readable<E>
      : never;
  };
};

/** Adds to a call of the service the query of its endpoint. */
export function withQuery<R>(call: (input: unknown) => Promise<R>, name: string) {
  const query = (input: ReadOf) => ({ queryKey: readKey(name, input), queryFn: () => call(input) });
  return Object.assign(call, { query });
}
