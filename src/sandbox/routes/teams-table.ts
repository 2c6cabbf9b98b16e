/** The behaviour of the rows of `teams`. */
import type { HandlersOf } from './handlers';
import { listTeamsOf } from './teams';

export const teamHandlers: HandlersOf<'teams'> = {
  'teams.list': listTeamsOf,
};
