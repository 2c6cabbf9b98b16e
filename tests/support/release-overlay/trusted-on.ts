import { isAtLeast } from '#contract/releases.ts';
import { isTrustedUrl, type TrustConfig } from '#contract/trusted-urls.ts';

/** Whether a release trusts a URL (wire/flows 6, 2.8.33). */
export function isTrustedOn(release: string, url: string, config: TrustConfig): boolean {
  return isTrustedUrl(url, config, isAtLeast(release, '2.8.33') ? 'port' : 'path');
}
