/** Types that all endpoints use: the context of a request, and the handler. */
import type { z } from 'zod';
import type { AccessType, ActorOf, Endpoint, Schema } from '#contract/definitions.ts';
import type { RowName, RowOf } from '#contract/service/index.ts';
import type { Clock } from '../clock';
import type { Store } from '../database/database';
import type { EndUser } from '../end-user';
import type { MailDelivery } from '../mail/delivery';
import type { Random } from '../random';
import type { Release } from '../releases/release';
import type { Project } from '../stores/project-store';
import type { UserRow } from '../stores/user-store';
import type { Reply } from './respond';

export interface SandboxContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly release: Release;
  /** The service's base URL, without a trailing slash. */
  readonly baseUrl: string;
  /** Origin of the issuer of access tokens where it follows the host of the request (wire/hexclave 3.2); else the base URL. */
  readonly issuerOrigin?: string;
  /** The end user of the request, if proxies sent one. */
  readonly endUser: EndUser | null;
  /** The email deliveries of the request. */
  readonly delivery: MailDelivery;
}

/** The caller, as its headers prove it (wire/conventions 2). */
export interface Caller {
  readonly access: AccessType | null;
  readonly project: Project | null;
  readonly user: UserRow | null;
  /** Session ID of the access token, even if its user was deleted. */
  readonly sessionId: string | null;
}

type VariantOf<E extends Endpoint> = E['actors'][ActorOf<E>];
type Part<V, K extends 'query' | 'body'> = V extends { readonly [P in K]: infer S extends Schema } ? z.output<S> : never;
type ParamsOf<E> = E extends { readonly params: infer S extends Schema } ? z.output<S> : Readonly<Record<string, never>>;
type ResponseOf<V> = V extends { readonly response: infer S extends Schema } ? z.input<S> : never;
type IsPublic<V> = V extends { readonly access: 'public' } ? true : never;

/** A validated request. A project is present if the endpoint requires project headers. */
export interface CheckedRequest<E extends Endpoint, Wider = never> extends SandboxContext {
  readonly caller: Caller;
  readonly project: IsPublic<VariantOf<E>> extends never ? Project : null;
  readonly params: ParamsOf<E>;
  readonly query: Part<VariantOf<E>, 'query'>;
  readonly body: Part<VariantOf<E>, 'body'> | Wider;
  readonly header: (name: string) => string | null;
  /** The requested URL. */
  readonly url: URL;
  /** Sets a header of the response, also if it is a failure. */
  readonly setHeader: (name: string, value: string) => void;
}

/** Schemas of a request, by part. */
export interface RequestSchemas {
  readonly params?: Schema;
  readonly query?: Schema;
  readonly headers?: Schema;
  readonly body?: Schema;
}

export type AcceptedInput = Partial<Record<'client' | 'server', RequestSchemas>>;

/** The handler of an endpoint. */
export interface Handler<E extends Endpoint, Wider = never> {
  /** Schemas for input that the service accepts beyond what our client sends, possibly by release. `server` includes admin access. */
  readonly accepts?: AcceptedInput | ((release: Release) => AcceptedInput);
  /** Whether unknown query parameters are ignored, as for actions, but not reads and lists (wire/conventions 6). */
  readonly ignoresQuery?: true;
  /** Whether a missing user violates the schema (wire/conventions 2.1). */
  readonly needsUser?: true;
  readonly run: (call: CheckedRequest<E, Wider>) => Promise<Reply<ResponseOf<VariantOf<E>>>>;
}

// Types of the handler tables, in which a missing handler does not compile.

/** Endpoints without a separate handler. */
export const notServed = [
  // Has the same path as `teams.invitations`, which serves both.
  'teams.invitationsForMe',
  // Has the same path as `emails.sendEmail`, which serves both.
  'emailDrafts.send',
  // Have further callers, and a method that the catalog doesn't have.
  'config.readLevel',
  'config.overrideLevel',
] as const satisfies readonly RowName[];
type NotServed = (typeof notServed)[number];

/** One handler for each endpoint that the sandbox serves. */
export type Handlers = { readonly [N in Exclude<RowName, NotServed>]: Handler<RowOf<N>> };

/** The handlers of a group of endpoints in the catalog. */
export type HandlersOf<Group extends string> = Pick<Handlers, Extract<keyof Handlers, `${Group}.${string}`>>;
