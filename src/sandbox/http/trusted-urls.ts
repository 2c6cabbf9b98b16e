/** Validation of redirect URLs. */
import { isTrustedUrl, type TrustConfig } from '#contract/trusted-urls.ts';
import { knownError } from './failures';

/** Throws REDIRECT_URL_NOT_WHITELISTED if the project doesn't trust the URL. */
export function requireTrustedUrl(text: string, config: TrustConfig): void {
  if (!isTrustedUrl(text, config)) throw knownError('REDIRECT_URL_NOT_WHITELISTED');
}
