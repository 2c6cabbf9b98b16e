/** The catalog on the bridge: each endpoint by its name, with the connection and, for calls of an account, the account. */
import { z } from 'zod';
import type { Actor, ActorOf, Catalog, Endpoint, InputOf, ResponseOf, Schema } from '../definitions';
import { type SnapshotChoice, snapshotChoices } from '../journal/snapshot-choice';

const bridgeId = z.string().min(1).max(64);

type Target<A extends Actor> = { readonly actor: A; readonly connectionId: string } & (A extends 'account'
  ? { readonly accountId: string }
  : unknown);

/** With `raw`, the response has also the fields that its schema doesn't know. Secrets, and what may be one, are replaced by `***`. */
type Raw<E extends Endpoint> = E extends { readonly method: 'GET' } ? { readonly raw?: boolean } : unknown;

/** Whether a snapshot is kept of what the call deletes; by the setting if it is absent. */
type Kept<E extends Endpoint> = E extends { readonly snapshot: string } ? { readonly snapshot?: SnapshotChoice } : unknown;

/** The arguments of a call to endpoint `E` as actor `A`. */
export type ServiceArgs<E extends Endpoint, A extends ActorOf<E>> = Target<A> & InputOf<E, A> & Raw<E> & Kept<E>;

export type OfferedEndpoints<G> = { [R in keyof G as G[R] extends { readonly offered: false } ? never : R]: G[R] };

/** The catalog as functions: `service.users.list({ actor: 'project', connectionId, query })`. */
export type ServiceClient<C extends Catalog> = {
  readonly [G in keyof C]: {
    readonly [R in keyof OfferedEndpoints<C[G]>]: OfferedEndpoints<C[G]>[R] extends infer E extends Endpoint
      ? <A extends ActorOf<E>>(args: ServiceArgs<E, A>) => Promise<ResponseOf<E, A>>
      : never;
  };
};

/** Returns the schema of the renderer's input for each actor. */
export function serviceInput(endpoint: Endpoint): Record<Actor, Schema> {
  const schemaFor = (actor: Actor): Schema => {
    const variant = endpoint.actors[actor];
    return z.strictObject({
      actor: z.literal(actor),
      connectionId: bridgeId,
      ...(actor === 'account' ? { accountId: bridgeId } : {}),
      ...(endpoint.method === 'GET' ? { raw: z.boolean().optional() } : {}),
      ...(endpoint.snapshot ? { snapshot: z.enum(snapshotChoices).optional() } : {}),
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(variant?.query ? { query: variant.query } : {}),
      ...(variant?.body ? { body: variant.body } : {}),
    });
  };
  return { account: schemaFor('account'), project: schemaFor('project'), none: schemaFor('none') };
}
