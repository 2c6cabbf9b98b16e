/** Which addresses may be mailed or redirected to. */
import { isTrustedUrl, type TrustConfig } from '../../contract/trusted-urls';
import { knownError } from '../server/failures';

/** Fails with REDIRECT_URL_NOT_WHITELISTED for an address that is not trusted. */
export function requireTrustedUrl(text: string, config: TrustConfig): void {
  if (!isTrustedUrl(text, config)) throw knownError('REDIRECT_URL_NOT_WHITELISTED');
}
