/** Completing a command-line sign-in. */
import { plainFailure } from '#sandbox/http/failures.ts';
import type { Change } from '../change';
import { fieldsOf, json, withFields } from '../exchange';

export const cliLoginChanges: readonly Change[] = [
  {
    source: 'wire/corrections 2.8.86: CLI; wire/newer 2.3, 2.8.83',
    since: '2.8.83',
    method: 'POST',
    path: '/auth/cli/complete',
    async respond({ request, forward, ask }) {
      const { mode = 'complete', refresh_token: token } = fieldsOf(request.body);
      if (mode === 'check') return json({ cli_session_state: 'none' });
      if (token === undefined) throw plainFailure(400, "refresh_token is required when mode is 'complete'");
      const headers = { ...request.headers, 'x-stack-refresh-token': String(token) };
      const refreshed = await ask({ method: 'POST', path: '/auth/sessions/current/refresh', headers, body: '{}' });
      if (refreshed.status !== 200) throw plainFailure(400, 'Invalid refresh token');
      return forward(withFields(request, { mode: undefined }));
    },
  },
];
