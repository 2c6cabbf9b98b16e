/** Anonymous users: where they are allowed, what their tokens need, and how they become ordinary ones. */
import { knownError, plainFailure } from '#sandbox/http/failures.ts';
import type { Change, Exchange } from '../change';
import { edited, editedItems, type Fields, fieldsOf, itemsOf, json, projectOf, subjectOf } from '../exchange';

const signUp = { method: 'POST', path: '/auth/anonymous/sign-up' } as const;

/** The sandbox allows anonymous users in two projects; elsewhere the server creates the user and its session. */
async function createAnonymous({ ask, projectHeaders }: Exchange) {
  const headers = projectHeaders('server');
  const created = await ask({ method: 'POST', path: '/users', headers, body: JSON.stringify({ is_anonymous: true }) });
  const { id } = fieldsOf(created.body);
  const session = await ask({ method: 'POST', path: '/auth/sessions', headers, body: JSON.stringify({ user_id: id }) });
  return json({ ...fieldsOf(session.body), user_id: id });
}

/** Sends the email with which sign-up verifies the address (wire/flows 2). */
async function sendVerification({ ask, request, projectHeaders }: Exchange, userId: string): Promise<void> {
  const { verification_callback_url: callback_url } = fieldsOf(request.body);
  if (callback_url === undefined) return;
  const headers = projectHeaders('server');
  const channels = await ask({ method: 'GET', path: '/contact-channels', query: { user_id: userId }, headers });
  const [channel] = itemsOf(fieldsOf(channels.body));
  const path = `/contact-channels/${userId}/${channel?.id}/send-verification-code`;
  await ask({ method: 'POST', path, headers, body: JSON.stringify({ callback_url }) });
}

const asAnonymous =
  ({ state }: Exchange) =>
  (user: Fields) =>
    state.anonymousUsers.has(String(user.id)) ? { ...user, is_anonymous: true } : user;

/** The anonymous user of the request's token, if it is one. */
async function anonymousCaller({ ask, request }: Exchange): Promise<Fields | null> {
  if (request.headers['x-stack-access-token'] === undefined) return null;
  const response = await ask({ method: 'GET', path: '/users/me', headers: request.headers });
  const user = fieldsOf(response.body);
  return response.status === 200 && user.is_anonymous === true ? user : null;
}

export const anonymousUserChanges: readonly Change[] = [
  {
    source: 'wire/newer 2.1, 2.8.34: x-stack-allow-anonymous-user',
    since: '2.8.34',
    async respond(exchange) {
      const { request, forward } = exchange;
      if (request.headers['x-stack-allow-anonymous-user'] === 'true') return forward();
      if ((await anonymousCaller(exchange)) !== null) throw knownError('ANONYMOUS_AUTHENTICATION_NOT_ALLOWED');
      return forward();
    },
  },
  {
    source: 'wire/corrections 2.8.26: anonymous sign-up; wire/flows 7. The two fixed IDs are not played',
    since: '2.8.5',
    until: '2.8.34',
    ...signUp,
    async respond(exchange) {
      if (projectOf(exchange.request) !== 'internal') throw knownError('ANONYMOUS_ACCOUNTS_NOT_ENABLED');
      const response = await exchange.forward();
      const { user_id: id } = fieldsOf(response.body);
      if (typeof id === 'string') exchange.state.anonymousUsers.add(id);
      return response;
    },
  },
  {
    source: 'wire/newer 2.1, 2.8.34: anonymous users on every project',
    since: '2.8.34',
    ...signUp,
    async respond(exchange) {
      const response = await exchange.forward();
      return response.headers.get('x-stack-known-error') === 'ANONYMOUS_ACCOUNTS_NOT_ENABLED' ? createAnonymous(exchange) : response;
    },
  },
  ...['/users/me', '/users/{user_id}'].map(
    (path): Change => ({
      source: 'wire/corrections 2.8.26: an upgraded account keeps is_anonymous: true',
      since: '2.8.26',
      until: '2.8.34',
      path,
      respond: async (exchange) => edited(await exchange.forward(), asAnonymous(exchange)),
    }),
  ),
  {
    source: 'wire/corrections 2.8.26: an upgraded account keeps is_anonymous: true',
    since: '2.8.26',
    until: '2.8.34',
    method: 'GET',
    path: '/users',
    respond: async (exchange) => editedItems(await exchange.forward(), asAnonymous(exchange)),
  },
  {
    source: 'wire/newer 2.2, 2.8.34: sign-up calls that carry an anonymous user’s access token upgrade that user',
    since: '2.8.34',
    method: 'POST',
    path: '/auth/password/sign-up',
    async respond(exchange) {
      const { request, ask, projectHeaders, forward } = exchange;
      const caller = await anonymousCaller(exchange);
      if (caller === null) return forward();
      const { email, password } = fieldsOf(request.body);
      const id = subjectOf(request.headers['x-stack-access-token']);
      const body = JSON.stringify({ primary_email: email, primary_email_auth_enabled: true, password, is_anonymous: false });
      const upgraded = await ask({ method: 'PATCH', path: `/users/${id}`, headers: projectHeaders('server'), body });
      if (upgraded.status !== 200) return upgraded;
      const session = { user_id: id };
      const started = await ask({
        method: 'POST',
        path: '/auth/sessions',
        headers: projectHeaders('server'),
        body: JSON.stringify(session),
      });
      if (started.status !== 200) throw plainFailure(500, 'The session could not be created.');
      await sendVerification(exchange, String(id));
      return json({ ...fieldsOf(started.body), ...session });
    },
  },
];
