import type { DiagnosisStep } from '../../../contract/bridge/diagnostics';
import type { Translator } from '../../../messages/translator';
import { mediumDate } from '../intl/format';

interface StepText {
  readonly text: string;
  /** The code of the failure, where the text doesn’t come from the same code. */
  readonly code?: string | undefined;
  /** What the server’s certificate says. */
  readonly certificate?: string | undefined;
  readonly advice?: string | undefined;
}

/** Returns the texts of a step of the diagnosis: what was found, or why it failed. */
export function stepText(messages: Translator, { ok, found, reason, certificate }: DiagnosisStep): StepText {
  const { t } = messages;
  const names = certificate === undefined ? undefined : certificateText(messages, certificate);
  if (ok) return { text: names ?? found };
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

function certificateText({ t, locale }: Translator, certificate: NonNullable<DiagnosisStep['certificate']>): string {
  const { subject, issuer, from, until } = certificate;
  return t('ui.diagnosis.certificate.names', { subject, issuer, from: mediumDate(from, locale), until: mediumDate(until, locale) });
}
