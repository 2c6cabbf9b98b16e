/** Invitations of a user, and the team's name in the lists. */
import type { Change, Exchange } from '../change';
import { edited, type Fields, fieldsOf, itemsOf } from '../exchange';

async function teamName({ ask, projectHeaders }: Exchange, teamId: string): Promise<unknown> {
  const team = await ask({ method: 'GET', path: `/teams/${teamId}`, headers: projectHeaders('server') });
  return fieldsOf(team.body).display_name;
}

/** Addresses of the user that are verified. */
async function verifiedAddresses({ ask, request }: Exchange): Promise<ReadonlySet<unknown>> {
  const channels = await ask({
    method: 'GET',
    path: '/contact-channels',
    query: { user_id: request.query.user_id ?? '' },
    headers: request.headers,
  });
  return new Set(
    itemsOf(fieldsOf(channels.body))
      .filter(({ is_verified }) => is_verified)
      .map(({ value }) => value),
  );
}

export const invitationChanges: readonly Change[] = [
  {
    source: 'wire/newer 2.4, 2.8.69; wire/corrections 2.8.86: invitations',
    since: '2.8.69',
    method: 'GET',
    path: '/team-invitations',
    async respond(exchange) {
      const response = await exchange.forward();
      if (response.status !== 200) return response;
      const isOfUser = exchange.request.query.user_id !== undefined;
      const addresses = isOfUser ? await verifiedAddresses(exchange) : null;
      const items: Fields[] = [];
      for (const item of itemsOf(fieldsOf(response.body))) {
        if (addresses !== null && !addresses.has(item.recipient_email)) continue;
        items.push({ ...item, team_display_name: await teamName(exchange, String(item.team_id)) });
      }
      return edited(response, (fields) => ({ ...fields, items }));
    },
  },
];
