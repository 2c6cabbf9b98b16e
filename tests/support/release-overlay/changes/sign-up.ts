/** What a sign-up is checked for. */
import type { TrustConfig } from '#contract/trusted-urls.ts';
import { knownError } from '#sandbox/http/failures.ts';
import type { Change } from '../change';
import { fieldsOf, projectOf, withFields } from '../exchange';
import { isTrustedOn } from '../trusted-on';

const challenge = ['bot_challenge_token', 'bot_challenge_phase', 'bot_challenge_unavailable'] as const;
const challenged = ['/auth/password/sign-up', '/auth/otp/send-sign-in-code'];

export const signUpChanges: readonly Change[] = [
  ...challenged.map(
    (path): Change => ({
      // No token is valid here: the service has them checked elsewhere.
      source: 'wire/corrections 2.8.86: bot challenge; wire/newer 2.2, 2.8.78',
      since: '2.8.78',
      method: 'POST',
      path,
      async respond({ request, forward }) {
        const { bot_challenge_phase: phase, bot_challenge_unavailable: unavailable } = fieldsOf(request.body);
        if (phase === 'invisible') throw knownError('BOT_CHALLENGE_REQUIRED');
        const message = 'The bot challenge could not be verified.';
        if (phase === 'visible' || unavailable === 'true') throw knownError('BOT_CHALLENGE_FAILED', { message }, { message });
        return forward(withFields(request, Object.fromEntries(challenge.map((name) => [name, undefined]))));
      },
    }),
  ),
  {
    source: 'wire/corrections 2.8.26: sign-up with an untrusted verification_callback_url; wire/endpoints 1.1, 2.8.16',
    since: '2.8.16',
    method: 'POST',
    path: '/auth/password/sign-up',
    async respond({ request, forward, ask, projectHeaders, keysOf, release }) {
      const { verification_callback_url: callback } = fieldsOf(request.body);
      if (typeof callback !== 'string' || keysOf(projectOf(request)) === undefined) return forward();
      const project = await ask({ method: 'GET', path: '/internal/projects/current', headers: projectHeaders('admin') });
      const { config } = fieldsOf(project.body) as { readonly config: TrustConfig & { readonly credential_enabled: boolean } };
      if (config.credential_enabled && !isTrustedOn(release, callback, config)) throw knownError('REDIRECT_URL_NOT_WHITELISTED');
      return forward();
    },
  },
  {
    source: 'wire/corrections 2.8.26: USER_EMAIL_ALREADY_EXISTS; wire/newer 2.2, 2.8.22',
    since: '2.8.22',
    async respond({ forward }) {
      const response = await forward();
      if (response.headers.get('x-stack-known-error') !== 'USER_EMAIL_ALREADY_EXISTS') return response;
      const { details, ...error } = fieldsOf(response.body);
      const body = JSON.stringify({ ...error, details: { ...(details as object), would_work_if_email_was_verified: false } });
      return { ...response, body };
    },
  },
];
