import type { Translator } from '#messages/translator.ts';

const minute = 60;

/** Returns the text that says when another passphrase is accepted: in minutes if that is long, so that it isn't announced every second. */
export function waitText({ t }: Pick<Translator, 't'>, seconds: number): string {
  return seconds < 2 * minute ? t('lock.wait', { seconds }) : t('lock.wait.minutes', { minutes: Math.ceil(seconds / minute) });
}
