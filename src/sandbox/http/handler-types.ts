/** Types of the handler tables, in which a missing handler does not compile. */
import type { RowName, RowOf } from '#contract/service/index.ts';
import type { Handler } from './context';

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
