/** A route with its handler. */
import type { Endpoint } from '#contract/definitions.ts';
import type { Handler } from '../http/context';
import type { respond } from '../http/respond';
import type { Route } from '../http/router';

/** A handler looked up by its name, whose specific types are unknown. */
export type AnyHandler = Pick<Handler<Endpoint>, 'accepts' | 'ignoresQuery' | 'needsUser'> & {
  readonly run: (call: never) => Promise<Parameters<typeof respond>[0]>;
};

export type ServedRoute = Route & { readonly handler: AnyHandler };
