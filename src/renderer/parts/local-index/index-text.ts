/** The state of an index in words. */
import type { IndexState } from '#contract/bridge/local-index.ts';
import { timeNear } from '#lib/intl/days.ts';
import { formatNumber } from '#lib/intl/format.ts';
import type { Translator } from '#messages/translator.ts';

/** Returns what an index is as of, and what it does. `now` is the service’s time. */
export function indexText(messages: Translator, index: IndexState, now: number): string {
  const { t } = messages;
  if (index.state === 'unavailable') return t('index.unavailable');
  const { asOfMillis, unread } = index;
  const time = asOfMillis === null ? t('index.incomplete') : t('index.as-of', { time: timeNear(asOfMillis, now, messages.locale) });
  const asOf = unread === 0 ? time : t('index.unread', { asOf: time, unread, shown: formatNumber(unread, messages.locale) });
  const activity = activityText(messages, index);
  return activity === null ? asOf : t('index.doing', { asOf, activity });
}

/** Returns what an index does, or why it doesn’t; null if there is nothing to do. */
function activityText({ t }: Translator, { state, pause, progress }: IndexState): string | null {
  if (pause !== null) return t(`index.pause.${pause}`);
  if (state === 'current') return null;
  const percent = progress === null ? null : Math.floor(progress * 100);
  if (state === 'filling') return percent === null ? t('index.filling') : t('index.filling.percent', { percent });
  return percent === null ? t('index.updating') : t('index.updating.percent', { percent });
}
