import { newestKnownRelease, type ServiceRelease } from '#contract/releases.ts';
import type { Translator } from '#messages/translator.ts';

/** Returns the text for what a service says about its release. */
export function releaseText(release: ServiceRelease | null, t: Translator['t']): string {
  if (release === null) return t('connect.test.release.unknown');
  const { number, isNewer } = release;
  if (number === null) return t('connect.test.release.newer', { known: newestKnownRelease });
  return isNewer ? t('connect.test.release.newer-number', { number, known: newestKnownRelease }) : number;
}
