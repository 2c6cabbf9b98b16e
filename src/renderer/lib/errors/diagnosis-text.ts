import type { DiagnosisStep } from '#contract/bridge/diagnostics.ts';
import type { Translator } from '#messages/translator.ts';
import { formatSeconds, mediumDate } from '../intl/format';

interface StepText {
  readonly text: string;
  /** The code of the failure, where the text doesn’t come from the same code. */
  readonly code?: string | undefined;
  /** What the server’s certificate says. */
  readonly certificate?: string | undefined;
  readonly advice?: string | undefined;
}

/** Returns the texts of a step of the diagnosis: what was found, or why it failed. */
export function stepText(messages: Translator, step: DiagnosisStep): StepText {
  const { t } = messages;
  const { ok, found, reason, certificate } = step;
  const names = certificate === undefined ? undefined : certificateText(messages, certificate);
  if (ok) return { text: names ?? foundText(messages, step) };
  return {
    text: reason === undefined ? t('ui.diagnosis.no-date') : t(`error.${reason}`),
    code: reason === undefined || reason === found ? undefined : found,
    certificate: names,
    advice:
      reason === 'tls-untrusted' && certificate !== undefined
        ? t('ui.diagnosis.certificate.trust', { authority: certificate.authority })
        : undefined,
  };
}

function foundText({ t, locale }: Translator, { found, authorities, aheadSeconds }: DiagnosisStep): string {
  if (authorities !== undefined) return t('ui.diagnosis.authorities.found', authorities);
  return aheadSeconds === undefined ? found : formatSeconds(aheadSeconds, locale);
}

function certificateText({ t, locale }: Translator, certificate: NonNullable<DiagnosisStep['certificate']>): string {
  const { subject, issuer, from, until } = certificate;
  return t('ui.diagnosis.certificate.names', { subject, issuer, from: mediumDate(from, locale), until: mediumDate(until, locale) });
}
