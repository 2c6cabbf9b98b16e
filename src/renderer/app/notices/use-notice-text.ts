import type { Notice } from '#contract/bridge/app.ts';
import { durationText } from '#lib/intl/duration-text.ts';
import { useMessages } from '#lib/use-messages.ts';

/** Returns a function that returns the text of a notice. */
export function useNoticeText(): (notice: Notice) => string {
  const { t, locale } = useMessages();
  return ({ kind, file = '', copy = '', connection = '', differenceMillis = 0 }) =>
    t(`shell.notice.${kind}`, { file, copy, connection, difference: durationText(differenceMillis, locale) });
}
