/** A pending OAuth sign-in for specs that need any one. */
import type { PendingOAuth } from '#main/sign-in/oauth/oauth-states.ts';

export const samplePendingOAuth: PendingOAuth = {
  connectionId: 'c',
  destination: 'x',
  accountId: null,
  provider: 'github',
  verifier: 'v'.repeat(43),
  redirectUri: 'http://localhost:47810/handler/oauth-callback?connection=c',
};
