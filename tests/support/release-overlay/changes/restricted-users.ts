/** Restricted users: their fields, and what their tokens may not do. */

import { isAtLeast } from '#contract/releases.ts';
import { knownError } from '#sandbox/http/failures.ts';
import type { Change, Exchange } from '../change';
import { edited, editedItems, type Fields, fieldsOf, projectOf } from '../exchange';
import { configValue, type RestrictedReason } from '../state';

const source = 'wire/newer 2.1 and 2.2, 2.8.59; tests/fixtures/wire/errors.json, RESTRICTED_USER_NOT_ALLOWED';

/**
 * Why a user is restricted, if so (tests/fixtures/wire/errors.json lists the reasons; wire/corrections 2.8.86: configuration names the
 * setting).
 */
export function restrictionOf(
  { state, request, release }: Pick<Exchange, 'state' | 'request' | 'release'>,
  user: Fields,
): RestrictedReason | null {
  if (!isAtLeast(release, '2.8.59')) return null;
  if (user.is_anonymous === true) return 'anonymous';
  if (state.restrictedByAdmin.has(String(user.id))) return 'restricted_by_administrator';
  const needsEmail = configValue(state, projectOf(request), 'onboarding.requireEmailVerification') === true;
  return needsEmail && user.primary_email_verified !== true ? 'email_not_verified' : null;
}

function withRestriction(exchange: Exchange, user: Fields): Fields {
  const type = restrictionOf(exchange, user);
  const { restrictedByAdmin } = exchange.state;
  const id = String(user.id);
  const isServer = 'server_metadata' in user;
  return {
    ...user,
    is_restricted: type !== null,
    restricted_reason: type === null ? null : { type },
    restricted_by_admin: restrictedByAdmin.has(id),
    restricted_by_admin_reason: restrictedByAdmin.get(id) ?? null,
    ...(isServer ? { restricted_by_admin_private_details: null, country_code: null } : {}),
    // wire/corrections 2.8.86: user, server shape.
    ...(isServer && isAtLeast(exchange.release, '2.8.86') ? { risk_scores: { sign_up: { bot: 0, free_trial_abuse: 0 } } } : {}),
  };
}

const opensRestricted = ({ headers }: Exchange['request']) =>
  headers['x-stack-allow-restricted-user'] === 'true' || headers['x-stack-allow-anonymous-user'] === 'true';

/** The user of the request's access token, as the sandbox has it. */
async function ownUser({ ask, request }: Exchange): Promise<Fields | null> {
  const response = await ask({ method: 'GET', path: '/users/me', headers: request.headers });
  return response.status === 200 ? fieldsOf(response.body) : null;
}

function refused(code: 'RESTRICTED_USER_NOT_ALLOWED' | 'TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED', type: RestrictedReason) {
  return knownError(code, { restricted_reason: { type } }, { reason: type });
}

const showing = (path: string): Change => ({
  source,
  since: '2.8.59',
  path,
  async respond(exchange) {
    const response = await exchange.forward();
    const edit = (user: Fields) => withRestriction(exchange, user);
    if (exchange.request.method === 'DELETE') return response;
    return exchange.request.method === 'GET' && path === '/users' ? editedItems(response, edit) : edited(response, edit);
  },
});

const acceptPaths = ['/team-invitations/accept', '/team-invitations/{id}/accept'];

export const restrictedUserChanges: readonly Change[] = [
  {
    source,
    since: '2.8.59',
    async respond(exchange) {
      const { request, forward } = exchange;
      if (request.headers['x-stack-access-token'] === undefined || opensRestricted(request)) return forward();
      const user = await ownUser(exchange);
      const type = user && restrictionOf(exchange, user);
      if (type && type !== 'anonymous') throw refused('RESTRICTED_USER_NOT_ALLOWED', type);
      return forward();
    },
  },
  ...acceptPaths.map(
    (path): Change => ({
      source: 'wire/newer 2.4, 2.8.59: TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED',
      since: '2.8.59',
      method: 'POST',
      path,
      async respond(exchange) {
        const user = await ownUser(exchange);
        const type = user && restrictionOf(exchange, user);
        if (type) throw refused('TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED', type);
        return exchange.forward();
      },
    }),
  ),
  showing('/users'),
  showing('/users/{user_id}'),
];
