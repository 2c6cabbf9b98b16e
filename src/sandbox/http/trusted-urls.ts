/** Validation of redirect URLs. */
import { isTrustedUrl, type TrustConfig } from '#contract/trusted-urls.ts';
import type { Release } from '../releases/release';
import { type Failure, knownError, reworded } from './failures';

/** Whether the project trusts a URL by the rule of the release (wire/flows 6, 2.8.33). */
export function isTrusted(release: Release, text: string, config: TrustConfig): boolean {
  return isTrustedUrl(text, config, release.has('trusted-ports') ? 'port' : 'path');
}

/** Throws REDIRECT_URL_NOT_WHITELISTED if the project doesn't trust the URL. */
export function requireTrustedUrl(release: Release, text: string, config: TrustConfig): void {
  if (!isTrusted(release, text, config)) throw untrustedUrl(release);
}

/** Returns REDIRECT_URL_NOT_WHITELISTED, from 2.8.109 on with the new name of the dashboard (wire/hexclave 5). */
export function untrustedUrl(release: Release): Failure {
  const failure = knownError('REDIRECT_URL_NOT_WHITELISTED');
  return release.has('new-dashboard-name') ? reworded(failure, 'Stack Auth', 'Hexclave') : failure;
}
