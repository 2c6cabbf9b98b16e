import type { ConnectionCheck } from '#contract/bridge/connection-test.ts';
import { newestKnownRelease, type ServiceRelease } from '#contract/releases.ts';
import { errorText } from '#lib/errors/error-text.ts';
import { formatNames } from '#lib/intl/format.ts';
import type { MessageKey, Translator } from '#messages/translator.ts';

/** Returns the text for what a service says about its release. */
export function releaseText(release: ServiceRelease | null, t: Translator['t']): string {
  if (release === null) return t('connect.test.release.unknown');
  const { number, isNewer } = release;
  if (number === null) return t('connect.test.release.newer', { known: newestKnownRelease });
  return isNewer ? t('connect.test.release.newer-number', { number, known: newestKnownRelease }) : number;
}

const areaTexts = {
  ok: 'connect.check.opens',
  refused: 'connect.check.opens',
  missing: 'connect.check.missing',
  'not-needed': 'connect.check.not-needed',
} as const satisfies Partial<Record<ConnectionCheck['outcome'], MessageKey>>;

interface CheckText {
  /** What was found; empty if there is nothing to say. */
  readonly text: string;
  /** What to do about it; undefined unless it failed. */
  readonly next?: string;
}

/** Returns the texts of a check of the connection test. */
export function checkText(messages: Translator, check: ConnectionCheck, isProjectMissing: boolean): CheckText {
  const { t, locale } = messages;
  const { name, outcome, error, unlocks } = check;
  if (error !== undefined) {
    const { title, next } = errorText(messages, error);
    // A credential that the service refused has its own advice.
    const isTurnedDown = error.code === 'known-error' && name !== 'reach' && name !== 'project';
    return { text: title, next: isTurnedDown ? t(`connect.refused.${name}`) : next };
  }
  if (outcome === 'not-checked') return { text: t(isProjectMissing ? 'connect.check.not-checked.project' : 'connect.check.not-checked') };
  const areas = formatNames(
    unlocks.map((area) => t(`connect.unlocks.${area}`)),
    locale,
  );
  return { text: areas === '' ? '' : t(areaTexts[outcome], { areas }) };
}
