/** Teams (endpoints 5). */
import { z } from 'zod';
import { endpoint } from '../kit';
import { listOf, userIdOrMe } from './fields';
import { clientTeam, serverTeam } from './models';

export const teams = {
  list: endpoint({
    method: 'GET',
    path: '/teams',
    actors: {
      account: { access: 'client', query: z.strictObject({ user_id: userIdOrMe }), response: listOf(clientTeam) },
      project: { access: 'server', query: z.strictObject({ user_id: userIdOrMe.optional() }), response: listOf(serverTeam) },
    },
  }),
};
