/** Building blocks of the contract: endpoints of the service, calls, events, and topics of the bridge, and derived types. */
import { z } from 'zod';
import type { Feature } from './features';
import type { JournalRule } from './journal/journal-rule';
import { maxActionBytes, maxObjectBytes } from './limits';

export type Schema = z.ZodType;
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export type AccessType = 'client' | 'server' | 'admin';

/**
 * The actor of a call. `account`: client access with the account's tokens. `project`: server or admin access with the connection's
 * credentials and no user token. `none`: no user; with the publishable key if the endpoint requires client access.
 */
export type Actor = 'account' | 'project' | 'none';

/** Effect of a call on the project. Safety levels are enforced by it. */
export type Effect = 'read' | 'write' | 'destroy';

/** The form of a call for one actor. Path parameters belong to the endpoint, because all actors share the path. */
export interface Variant {
  /** The lowest access type that the service accepts. `public` endpoints need no project headers. */
  readonly access: AccessType | 'public';
  /** Admin access, if the connection has it, because the response then contains more. */
  readonly prefers?: 'admin';
  readonly query?: Schema;
  readonly body?: Schema;
  /** Bodies are JSON unless the service requires a form (RFC 6749 section 4.1.3). */
  readonly bodyType?: 'form';
  readonly response: Schema;
  /** The field of the response that is a list of independent items, if it isn't `items`. */
  readonly list?: string;
}

/** Items that were left out of a list because they are invalid. */
export interface Omitted {
  readonly count: number;
  /** Path of the first violation, such as `items.3.created_at`. */
  readonly path: string;
}

export interface Endpoint {
  readonly method: Method;
  /** Relative to `{server}/api/v1`, parameters as `{name}`. */
  readonly path: string;
  readonly params?: Schema;
  readonly effect: Effect;
  /** Body fields with an irreversible effect. A call with one of them counts as `destroy`. */
  readonly destroyedBy?: readonly string[];
  /**
   * Whether calls of an account, or those with one of these body fields, change how its user signs in. Sessions of impersonations can't make
   * them, and a connection that checks presence requires it.
   */
  readonly changesSignIn?: true | readonly string[];
  /** Whether the call can be safely repeated after a network failure. */
  readonly idempotent: boolean;
  /** Dotted paths of secret texts, `*` for all list elements. Windows receive references, which are replaced by the secrets in bodies. */
  readonly secrets?: { readonly response?: readonly string[]; readonly body?: readonly string[] };
  /** Maximum size (bytes) of the response. */
  readonly maxResponseBytes: number;
  /** Whether windows may make the call. False if its response contains tokens, which stay in the main process. */
  readonly offered: boolean;
  /** Services without this feature do not have the endpoint. */
  readonly feature?: Feature;
  /** Services with this feature no longer have the endpoint. */
  readonly removedSince?: Feature;
  /** The path that replaces `path` in services with this feature. */
  readonly moved?: { readonly feature: Feature; readonly path: string };
  /** Set for calls that every safety level allows, such as signing out. */
  readonly allowedAtEveryLevel?: true;
  /**
   * Handling of the response: `user` updates that user's account; `own-sessions` must list the session in use; `configuration` is JSON in a
   * text, which windows get without its secrets.
   */
  readonly responds?: 'user' | 'own-sessions' | 'configuration';
  /** Object whose values complete an update, because releases clear fields that it leaves out. */
  readonly completedWith?: 'project' | 'team-definition' | 'project-definition';
  /** Set for a list that later releases answer in pages: the main process reads all of them, and windows get one list. */
  readonly mayBePaged?: true;
  /** How the input depends on the release: anonymous users are listed on request only, or emails are looked up in lower case. */
  readonly adapted?: 'anonymous-listed' | 'email-lower-case';
  /**
   * The reads, as `group.endpoint`, whose results a write makes stale; none where it changes nothing that windows show. Without it, all are, as after
   * writes that only the main process makes.
   */
  readonly invalidates?: readonly string[] | 'everything';
  /** What the journal records of a write, or why it doesn't. */
  readonly journal?: JournalRule;
  /** What the call deletes, if a snapshot of it can be kept. */
  readonly snapshot?: 'user' | 'team';
  readonly actors: Readonly<Partial<Record<Actor, Variant>>>;
}

export type Catalog = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>;

type EndpointSpec = Omit<Endpoint, keyof Defaults> & Partial<Defaults>;

type Defaults = Pick<Endpoint, 'effect' | 'idempotent' | 'maxResponseBytes' | 'offered'>;

const effectOf: Record<Method, Effect> = { GET: 'read', POST: 'write', PATCH: 'write', DELETE: 'destroy' };

/** GET returns lists and objects, PATCH returns the changed object. */
const maxResponseBytesOf: Record<Method, number> = {
  GET: maxObjectBytes,
  POST: maxActionBytes,
  PATCH: maxObjectBytes,
  DELETE: maxActionBytes,
};

/** Rejects the fields of `S` that `T` doesn't have. */
type NoOther<S, T> = { readonly [K in Exclude<keyof S, keyof T>]: never };

/** Rejects unknown fields of an endpoint and of its variants, such as a misspelled safeguard. */
type Exact<S extends EndpointSpec> = NoOther<S, EndpointSpec> & {
  readonly actors: { readonly [A in keyof S['actors']]: A extends Actor ? NoOther<S['actors'][A], Variant> : never };
};

/** Requires of each write that windows make which reads it makes stale, and rejects that of a read. */
type Invalidating<S> = S extends { readonly method: 'GET' } | { readonly effect: 'read' }
  ? { readonly invalidates?: never }
  : S extends { readonly offered: false }
    ? unknown
    : { readonly invalidates: readonly string[] | 'everything' };

/** Requires of each write, also of those that only the main process makes, what the journal records, and rejects it of a read. */
type Journaled<S> = S extends { readonly method: 'GET' } | { readonly effect: 'read' }
  ? { readonly journal?: never }
  : { readonly journal: JournalRule };

/** Declares an endpoint. Defaults depend on the method. */
export function endpoint<const S extends EndpointSpec>(spec: S & Exact<S> & Invalidating<S> & Journaled<S>): S & Defaults {
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

export interface Topic {
  readonly kind: 'topic';
  readonly value: Schema;
  /** The read: nothing goes in, and a snapshot comes out. */
  readonly input: Schema;
  readonly output: Schema;
}

export type Contract = Readonly<Record<string, Readonly<Record<string, Call | Event | Topic>>>>;

/** Declares a call from the renderer to the main process. */
export function call<I extends Schema, O extends Schema>(
  input: I,
  output: O,
): { readonly kind: 'call'; readonly input: I; readonly output: O } {
  return { kind: 'call', input, output };
}

/** Declares a value that the main process pushes after each change. */
export function event<V extends Schema>(value: V): { readonly kind: 'event'; readonly value: V } {
  return { kind: 'event', value };
}

/** Declares a value that the main process keeps and every window mirrors: pushed after each change, and read under the same name. */
export function topic<V extends Schema>(value: V) {
  return { kind: 'topic', value, input: noInput, output: z.strictObject({ revision: z.int(), value }) } as const;
}

const noInput = z.strictObject({});

/** The value of a topic, with its revision. */
export interface Snapshot<T> {
  readonly revision: number;
  readonly value: T;
}

/** A push: a whole value with an increasing revision, so that a reader can keep the newer one of two. */
export interface Push {
  readonly name: string;
  readonly revision: number;
  readonly value: unknown;
  /** ID of the window that receives the push; without it, all windows do. */
  readonly to?: string;
}

export type ActorOf<E extends Endpoint> = keyof E['actors'] & Actor;

type Part<V, K extends 'params' | 'query' | 'body'> = V extends { readonly [P in K]: infer S extends Schema }
  ? { readonly [P in K]: z.input<S> }
  : unknown;

/** The input of an endpoint: path parameters, query and body, if the endpoint has them. */
export type InputOf<E extends Endpoint, A extends ActorOf<E>> = Part<E, 'params'> &
  Part<E['actors'][A], 'query'> &
  Part<E['actors'][A], 'body'>;

type ListNameOf<V> = V extends { readonly list: infer N extends string } ? N : 'items';

/** The response of an endpoint for an actor; lists have `omitted` if items were left out. */
export type ResponseOf<E extends Endpoint, A extends ActorOf<E>> = E['actors'][A] extends { readonly response: infer R extends Schema }
  ? z.output<R> & (ListNameOf<E['actors'][A]> extends keyof z.output<R> ? { readonly omitted?: Omitted } : unknown)
  : never;

type CallNames<G> = { [K in keyof G]: G[K] extends Call ? K : never }[keyof G];
type EventNames<G> = { [K in keyof G]: G[K] extends Event | Topic ? K : never }[keyof G];
type TopicNames<G> = { [K in keyof G]: G[K] extends Topic ? K : never }[keyof G];

/** The handlers of a contract's calls. A missing handler does not compile. Topics need none. */
export type Handlers<C extends Contract, Caller> = {
  readonly [G in keyof C as [CallNames<C[G]>] extends [never] ? never : G]: {
    readonly [K in CallNames<C[G]>]: C[G][K] extends Call
      ? (input: z.output<C[G][K]['input']>, caller: Caller) => Promise<z.input<C[G][K]['output']>>
      : never;
  };
};

/** The functions that a renderer calls, derived from the contract: its calls, and the reads of its topics. */
export type Client<C extends Contract> = {
  readonly [G in keyof C]: {
    readonly [K in CallNames<C[G]> | TopicNames<C[G]>]: C[G][K] extends Call | Topic
      ? (input: z.input<C[G][K]['input']>) => Promise<z.output<C[G][K]['output']>>
      : never;
  };
};

/** The names of a contract's topics, as `group.name`. */
export type TopicName<C extends Contract> = { [G in keyof C & string]: `${G}.${TopicNames<C[G]> & string}` }[keyof C & string];

/** The names of a contract's events, topics included, as `group.name`. */
export type EventName<C extends Contract> = { [G in keyof C & string]: `${G}.${EventNames<C[G]> & string}` }[keyof C & string];

/** The value of an event or a topic, by its name. */
export type EventValue<C extends Contract, N extends string> = N extends `${infer G}.${infer K}`
  ? C[G] extends Readonly<Record<string, Call | Event | Topic>>
    ? C[G][K] extends { readonly value: infer V extends Schema }
      ? z.output<V>
      : never
    : never
  : never;
