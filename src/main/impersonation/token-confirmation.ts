/** The confirmation that users read before the refresh token of an impersonation is copied. */
import type { Impersonation } from '../../contract/bridge/impersonations';
import type { Translator } from '../../messages/translator';
import type { HostConfirmation } from '../ports';
import { plainText } from '../runtime/plain-text';

/** Returns the confirmation. */
export function tokenConfirmation(
  { t }: Translator,
  { displayName, primaryEmail, userId, connectionName }: Impersonation,
): HostConfirmation {
  const names = [displayName, primaryEmail].map((name) => plainText(name ?? '')).filter((name) => name !== '');
  return {
    title: t('confirm.impersonation.title'),
    facts: [
      { label: t('confirm.impersonation.user'), value: names.join(', ') || userId },
      { label: t('confirm.impersonation.connection'), value: plainText(connectionName) },
    ],
    consequences: [t('confirm.impersonation.access'), t('confirm.impersonation.end')],
    confirmLabel: t('confirm.impersonation.copy'),
    cancelLabel: t('ui.cancel'),
  };
}
