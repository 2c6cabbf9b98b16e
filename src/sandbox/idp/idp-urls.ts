/** Where the service and the mock provider find each other, on whichever address the browser uses. */
import type { ProviderId } from './providers';

/** Where a provider sends the browser back to. */
export function callbackUrl(origin: string, provider: ProviderId): string {
  return `${origin}/api/v1/auth/oauth/callback/${provider}`;
}

/** An endpoint of the mock provider. */
export function idpUrl(origin: string, provider: ProviderId, endpoint: 'authorize' | 'token' | 'userinfo'): string {
  return `${origin}/sandbox/idp/${provider}/${endpoint}`;
}
