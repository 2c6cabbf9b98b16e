/** Teams (endpoints 5.1). */
import { z } from 'zod';
import type { RowOf } from '../../contract/service';
import { userIdOrMe } from '../../contract/service/fields';
import type { Handler } from '../context';
import { known, plain } from '../failures';
import { reply } from '../respond';
import { listTeams } from '../store/teams';
import { clientTeam, serverTeam } from './shapes';

const anyUser = { query: z.strictObject({ user_id: userIdOrMe.optional() }) };

/** Oldest first. Clients list their own teams and have to say so. */
export const listTeamsOf: Handler<RowOf<'teams.list'>> = {
  accepts: { client: anyUser },
  async run({ caller, store, project, query }) {
    const userId = query.user_id;
    if (caller.access !== 'client')
      return reply({ items: listTeams(store, project.key, userId).map(serverTeam), is_paginated: false as const });
    if (userId !== undefined && caller.user === null) throw known('CANNOT_GET_OWN_USER_WITHOUT_USER');
    if (userId === undefined || userId.toLowerCase() !== caller.user?.id) {
      throw plain(403, 'Client can only list teams for their own user. user_id must be either "me" or the ID of the current user');
    }
    return reply({ items: listTeams(store, project.key, userId).map(clientTeam), is_paginated: false as const });
  },
};
