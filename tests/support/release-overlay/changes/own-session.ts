/** Signing out. */
import { plainFailure } from '#sandbox/http/failures.ts';
import type { Change } from '../change';

export const ownSessionChanges: readonly Change[] = [
  {
    source: 'wire/corrections 2.8.86: DELETE /auth/sessions/current of a session that is gone, 2.8.81 on',
    since: '2.8.81',
    method: 'DELETE',
    path: '/auth/sessions/current',
    async respond({ forward }) {
      const response = await forward();
      if (response.headers.get('x-stack-known-error') !== 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED') return response;
      throw plainFailure(500, 'Something went wrong. Please make sure the data you entered is correct.');
    },
  },
];
