/** Types of the handler tables, in which a missing handler does not compile. */
import type { RowName, RowOf } from '../../contract/service';
import type { Handler } from './context';

/** Endpoints without a separate handler. */
export const notServed = [
  // `teams.invitations` answers the path they share.
  'teams.invitationsForMe',
  // Templates by id replaced those by type, and clients tell by them which of the two a server has.
  'emails.templatesById',
  'emails.createTemplateById',
  'emails.updateTemplateById',
  'emails.deleteTemplateById',
  // `emails.sendEmailToUser` is what this path took first.
  'emails.sendEmail',
  // Clients tell by these, too, which release they talk to.
  'config.read',
  'config.override',
  'config.readLevel',
  'config.overrideLevel',
  // A project belongs to people here, not to a team.
  'projects.transfer',
] as const satisfies readonly RowName[];
type NotServed = (typeof notServed)[number];

/** One handler for each endpoint that the sandbox serves. */
export type Handlers = { readonly [N in Exclude<RowName, NotServed>]: Handler<RowOf<N>> };

/** The handlers of all endpoints of a group of the catalogue. */
export type HandlersOf<Group extends string> = Pick<Handlers, Extract<keyof Handlers, `${Group}.${string}`>>;
