/** Failures as lines for the terminal. */
import { errorCodes } from '#contract/error-codes.ts';
import type { ErrorReport } from '#contract/errors.ts';
import { createTranslator, type MessageKey } from '#messages/translator.ts';

const { t, has } = createTranslator('en');

/** Returns what happened and what to do about it, with the code for scripts. Contains no secret, as reports don't. */
export function failureText(report: ErrorReport): string {
  const step = `next.${errorCodes[report.code].next}`;
  const next = has(step) ? ` ${t(step)}` : '';
  return `${titleOf(report)}.${next} (${report.known ?? report.code})`;
}

function titleOf({ code, known, text, status, path }: ErrorReport): string {
  if (known !== undefined) {
    const key = `known.${known}`;
    return has(key) ? t(key) : (text ?? known);
  }
  if (code === 'service-error' && status !== undefined) return t('error.service-error.status', { status });
  if (code === 'bad-input' && path) return t('error.bad-input.at', { path });
  const plain: MessageKey = `error.${code}`;
  return t(plain);
}
