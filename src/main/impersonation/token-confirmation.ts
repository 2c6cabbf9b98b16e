/** The confirmations that users read before the refresh token of another user's session is created, copied, or revealed. */
import type { Impersonation } from '#contract/bridge/impersonations.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import type { Translator } from '#messages/translator.ts';
import type { HostConfirmation } from '../ports/ports';
import { plainText } from '../runtime/plain-text';

/** Returns the confirmation of copying the token of an impersonation. */
export function tokenConfirmation({ t }: Translator, impersonation: Impersonation): HostConfirmation {
  const { displayName, primaryEmail, userId, connectionName } = impersonation;
  return {
    title: t('confirm.impersonation.title'),
    facts: [
      { label: t('confirm.impersonation.user'), value: namesOf(displayName, primaryEmail) || userId },
      { label: t('confirm.impersonation.connection'), value: plainText(connectionName) },
    ],
    consequences: [t('confirm.impersonation.access'), t('confirm.impersonation.end')],
    confirmLabel: t('confirm.impersonation.copy'),
    cancelLabel: t('ui.cancel'),
  };
}

/** Returns the confirmation of creating a session. It uses no text that a page of the app could have set. */
export function sessionConfirmation(
  { t, locale }: Translator,
  { user, baseUrl, expiresAt }: { readonly user: ServerUser; readonly baseUrl: string; readonly expiresAt: number },
): HostConfirmation {
  const expiry = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(expiresAt);
  return {
    title: t('confirm.session.title'),
    facts: [
      userFact({ t }, user),
      { label: t('confirm.session.service'), value: new URL(baseUrl).host },
      { label: t('impersonation.expires'), value: expiry },
    ],
    consequences: [t('confirm.impersonation.access'), t('confirm.session.unasked')],
    confirmLabel: t('impersonation.session'),
    cancelLabel: t('ui.cancel'),
  };
}

/** Returns the confirmation of revealing the token of a session to the page. */
export function revealConfirmation({ t }: Translator, user: ServerUser): HostConfirmation {
  return {
    title: t('confirm.session.reveal.title'),
    facts: [userFact({ t }, user)],
    consequences: [t('confirm.impersonation.access'), t('confirm.session.reveal.unasked')],
    confirmLabel: t('confirm.session.reveal'),
    cancelLabel: t('ui.cancel'),
  };
}

function userFact({ t }: Pick<Translator, 't'>, { display_name: name, primary_email: email, id }: ServerUser) {
  return { label: t('confirm.impersonation.user'), value: namesOf(name, email) || id };
}

function namesOf(...names: readonly (string | null)[]): string {
  return names
    .map((name) => plainText(name ?? ''))
    .filter((name) => name !== '')
    .join(', ');
}
