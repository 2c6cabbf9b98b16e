/** The words the contract is written in: rows of the service, calls and events of the bridge, and the types derived from them. */
import type { z } from 'zod';
import type { Feature } from './features';
import { maxActionBytes, maxObjectBytes } from './limits';

export type Schema = z.ZodType;
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export type AccessType = 'client' | 'server' | 'admin';

/**
 * Who makes a call. `account`: client access with that account's tokens. `project`: server or admin access with the
 * connection's own credentials and no user token. `none`: no user; the publishable key where the row needs client access.
 */
export type Actor = 'account' | 'project' | 'none';

/** What a call does to the project; safety levels are enforced by it. */
export type Effect = 'read' | 'write' | 'destroy';

/** How one actor makes a call. The path's parameters are the row's, because every actor shares the path. */
export interface Variant {
  /** The lowest access type the service accepts; `public` rows need no project headers. */
  readonly access: AccessType | 'public';
  readonly query?: Schema;
  readonly body?: Schema;
  /** Bodies are JSON unless the service wants a form (RFC 6749 section 4.1.3). */
  readonly bodyType?: 'form';
  readonly response: Schema;
  /** The field of the response that is a list of independent items, if it isn't `items`. */
  readonly list?: string;
}

/** What was left out of a list because it didn't fit the schema of its items. */
export interface Omitted {
  readonly count: number;
  /** Where the first of them failed, as `items.3.created_at`. */
  readonly path: string;
}

export interface Endpoint {
  readonly method: Method;
  /** Relative to `{server}/api/v1`, parameters as `{name}`. */
  readonly path: string;
  readonly params?: Schema;
  readonly effect: Effect;
  /** Fields of a body that end something for good: a call that names one counts as `destroy`. */
  readonly destroyedBy?: readonly string[];
  /** True when repeating the call after a network failure is safe. */
  readonly idempotent: boolean;
  /** Dotted paths of secret texts, `*` for every element of a list: withheld from windows on the way out, put back on the way in. */
  readonly secrets?: { readonly response?: readonly string[]; readonly body?: readonly string[] };
  /** Bytes of the largest response that is read. */
  readonly maxResponseBytes: number;
  /** False for calls whose answers hold tokens: those stay in the main process. */
  readonly offered: boolean;
  /** Services without that feature do not have the row. */
  readonly feature?: Feature;
  /** Services with that feature no longer have the row. */
  readonly gone?: Feature;
  /** Where services with that feature have it instead of `path`. */
  readonly moved?: { readonly feature: Feature; readonly path: string };
  /** True for calls that every safety level allows, such as signing out. */
  readonly allowedAtEveryLevel?: true;
  /** What a response is about: `user` updates that user's account; `own-sessions` has to list the session in use. */
  readonly responds?: 'user' | 'own-sessions';
  /** Object whose values complete an update, where releases clear what an update leaves out. */
  readonly completedWith?: 'project' | 'team-definition' | 'project-definition';
  /** How the input depends on the release: anonymous users are listed on request only, or emails are looked up in lower case. */
  readonly adapted?: 'anonymous-listed' | 'email-lower-case';
  readonly actors: Readonly<Partial<Record<Actor, Variant>>>;
}

export type Catalogue = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>;

type EndpointSpec = Omit<Endpoint, keyof Defaults> & Partial<Defaults>;

type Defaults = Pick<Endpoint, 'effect' | 'idempotent' | 'maxResponseBytes' | 'offered'>;

const effectOf: Record<Method, Effect> = { GET: 'read', POST: 'write', PATCH: 'write', DELETE: 'destroy' };

/** Lists and objects are returned by GET, and by PATCH as they are after the change. */
const maxResponseBytesOf: Record<Method, number> = {
  GET: maxObjectBytes,
  POST: maxActionBytes,
  PATCH: maxObjectBytes,
  DELETE: maxActionBytes,
};

/** Declares one row. What it leaves out follows from the method. */
export function endpoint<const S extends EndpointSpec>(spec: S): S & Defaults {
  return {
    effect: effectOf[spec.method],
    idempotent: spec.method === 'GET' || spec.method === 'DELETE',
    maxResponseBytes: maxResponseBytesOf[spec.method],
    offered: true,
    ...spec,
  };
}

export interface Call {
  readonly kind: 'call';
  readonly input: Schema;
  readonly output: Schema;
}

export interface Event {
  readonly kind: 'event';
  readonly value: Schema;
}

export type Contract = Readonly<Record<string, Readonly<Record<string, Call | Event>>>>;

/** Declares a question the renderer may ask the main process. */
export function call<I extends Schema, O extends Schema>(
  input: I,
  output: O,
): { readonly kind: 'call'; readonly input: I; readonly output: O } {
  return { kind: 'call', input, output };
}

/** Declares a value the main process pushes whole, each time it changes. */
export function event<V extends Schema>(value: V): { readonly kind: 'event'; readonly value: V } {
  return { kind: 'event', value };
}

/** What travels for a push: whole values with a revision that only grows, so that a reader can keep the newer of two. */
export interface Push {
  readonly name: string;
  readonly revision: number;
  readonly value: unknown;
  /** The id of the one window that hears it; all do without it. */
  readonly to?: string;
}

export type ActorOf<E extends Endpoint> = keyof E['actors'] & Actor;

type Part<V, K extends 'params' | 'query' | 'body'> = V extends { readonly [P in K]: infer S extends Schema }
  ? { readonly [P in K]: z.input<S> }
  : unknown;

/** What a caller hands in for one row: path parameters, query and body, each only where the row has them. */
export type InputOf<E extends Endpoint, A extends ActorOf<E>> = Part<E, 'params'> &
  Part<E['actors'][A], 'query'> &
  Part<E['actors'][A], 'body'>;

type ListNameOf<V> = V extends { readonly list: infer N extends string } ? N : 'items';

/** The response of one row for one actor; lists say what was left out of them. */
export type ResponseOf<E extends Endpoint, A extends ActorOf<E>> = E['actors'][A] extends { readonly response: infer R extends Schema }
  ? z.output<R> & (ListNameOf<E['actors'][A]> extends keyof z.output<R> ? { readonly omitted?: Omitted } : unknown)
  : never;

type CallNames<G> = { [K in keyof G]: G[K] extends Call ? K : never }[keyof G];
type EventNames<G> = { [K in keyof G]: G[K] extends Event ? K : never }[keyof G];

/** The functions that answer a contract's calls: one for each, so that a missing one does not compile. */
export type Handlers<C extends Contract, Caller> = {
  readonly [G in keyof C]: {
    readonly [K in CallNames<C[G]>]: C[G][K] extends Call
      ? (input: z.output<C[G][K]['input']>, caller: Caller) => Promise<z.input<C[G][K]['output']>>
      : never;
  };
};

/** The functions a renderer calls, derived from the same contract. */
export type Client<C extends Contract> = {
  readonly [G in keyof C]: {
    readonly [K in CallNames<C[G]>]: C[G][K] extends Call
      ? (input: z.input<C[G][K]['input']>) => Promise<z.output<C[G][K]['output']>>
      : never;
  };
};

type Joined<C> = { [G in keyof C & string]: { [K in EventNames<C[G]> & string]: `${G}.${K}` }[EventNames<C[G]> & string] }[keyof C &
  string];

/** The names of a contract's events, as `group.name`. */
export type EventName<C extends Contract> = Joined<C>;

/** The value an event carries, by the event's name. */
export type EventValue<C extends Contract, N extends string> = N extends `${infer G}.${infer K}`
  ? C[G] extends Readonly<Record<string, Call | Event>>
    ? C[G][K] extends { readonly value: infer V extends Schema }
      ? z.output<V>
      : never
    : never
  : never;
