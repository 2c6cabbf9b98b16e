/** What every part of the sandbox works with: its context, and one request as a handler sees it. */
import type { z } from 'zod';
import type { AccessType, ActorOf, Endpoint, Schema } from '../../contract/kit';
import type { Store } from '../database/database';
import type { MailDelivery } from '../emails/delivery';
import type { Project } from '../projects/project-store';
import type { Random } from '../random';
import type { UserRow } from '../users/user-store';
import type { EndUser } from './end-user';
import type { Reply } from './respond';

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves when so many milliseconds have gone by. */
  wait(millis: number): Promise<void>;
}

export interface SandboxContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  /** Where the service is reached, without a trailing slash. */
  readonly baseUrl: string;
  /** Who is behind the request, where its proxies tell. */
  readonly endUser: EndUser | null;
  /** The way out for mails. */
  readonly delivery: MailDelivery;
}

/** Who is calling, as far as the headers prove it (wire/conventions 2). */
export interface Caller {
  readonly access: AccessType | null;
  readonly project: Project | null;
  readonly user: UserRow | null;
  /** The session of the access token, also when its user is gone. */
  readonly sessionId: string | null;
}

type VariantOf<E extends Endpoint> = E['actors'][ActorOf<E>];
type Part<V, K extends 'query' | 'body'> = V extends { readonly [P in K]: infer S extends Schema } ? z.output<S> : never;
type ParamsOf<E> = E extends { readonly params: infer S extends Schema } ? z.output<S> : Readonly<Record<string, never>>;
type ResponseOf<V> = V extends { readonly response: infer S extends Schema } ? z.input<S> : never;
type IsPublic<V> = V extends { readonly access: 'public' } ? true : never;

/** One checked request. A project is certain wherever the row needs project headers. */
export interface CheckedRequest<E extends Endpoint, Wider = never> extends SandboxContext {
  readonly caller: Caller;
  readonly project: IsPublic<VariantOf<E>> extends never ? Project : null;
  readonly params: ParamsOf<E>;
  readonly query: Part<VariantOf<E>, 'query'>;
  readonly body: Part<VariantOf<E>, 'body'> | Wider;
  readonly header: (name: string) => string | null;
  /** The address as it was asked for. */
  readonly url: URL;
  /** Sets a header of whatever the answer becomes, failures included. */
  readonly setHeader: (name: string, value: string) => void;
}

/** Schemas of one request, by part. */
export interface RequestSchemas {
  readonly params?: Schema;
  readonly query?: Schema;
  readonly headers?: Schema;
  readonly body?: Schema;
}

/** The behaviour of one row. */
export interface Handler<E extends Endpoint, Wider = never> {
  /** What the service takes where it takes more than our client sends. `server` stands for admin access too. */
  readonly accepts?: Partial<Record<'client' | 'server', RequestSchemas>>;
  /** True where unknown query parameters are tolerated: actions, as opposed to reads and lists (wire/conventions 6). */
  readonly ignoresQuery?: true;
  /** True where a missing user is a violation of the schema (wire/conventions 2.1). */
  readonly needsUser?: true;
  readonly run: (call: CheckedRequest<E, Wider>) => Promise<Reply<ResponseOf<VariantOf<E>>>>;
}
