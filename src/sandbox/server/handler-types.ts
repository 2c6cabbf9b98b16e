/** The shape of the table of behaviours: one handler per row, so that a missing one does not compile. */
import type { RowName, RowOf } from '../../contract/service';
import type { Handler } from './context';

/** Rows without a handler of their own. */
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
export type NotServed = (typeof notServed)[number];

/** The handlers of all rows whose names begin with that group. */
export type HandlersOf<Group extends string> = {
  readonly [N in Exclude<Extract<RowName, `${Group}.${string}`>, NotServed>]: Handler<RowOf<N>>;
};
