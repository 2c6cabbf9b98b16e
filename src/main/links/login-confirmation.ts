/** The confirmation that users read before a program is signed in to their account. */
import type { Account } from '../../contract/bridge/accounts';
import type { Translator } from '../../messages/translator';
import type { HostConfirmation } from '../ports';
import { plainText } from '../runtime/plain-text';
import type { PendingLink } from './pending-link';

export interface LoginRequest {
  /** The project's name as the service reports it, and the connection's base URL. */
  readonly project: string;
  readonly baseUrl: string;
  readonly account: Account;
  readonly link: Pick<PendingLink, 'host' | 'arrival'>;
}

/**
 * Returns the confirmation of a program's sign-in. It uses no text that a page of the app could have set, such as the connection's name,
 * and describes a link whose text came from a page as pasted.
 */
export function loginConfirmation({ t }: Translator, { project, baseUrl, account, link }: LoginRequest): HostConfirmation {
  const site = link.host === null ? t('confirm.login.this-computer') : plainText(link.host);
  return {
    title: t('confirm.login.title'),
    facts: [
      {
        label: t('confirm.login.project'),
        value: t('confirm.login.project.at', { project: plainText(project), host: new URL(baseUrl).host }),
      },
      { label: t('confirm.login.account'), value: account.state === 'anonymous' ? t('shell.account.anonymous-name') : nameOf(account) },
      { label: t('confirm.login.link'), value: t(`confirm.login.link.${link.arrival}`, { site }) },
      { label: t('confirm.login.program'), value: t('confirm.login.program.unknown') },
    ],
    consequences: [t('link.cli.shares'), t('link.cli.unknown')],
    confirmLabel: t('link.cli.approve'),
    cancelLabel: t('ui.cancel'),
  };
}

function nameOf({ displayName, primaryEmail, userId }: Account): string {
  const names = [displayName, primaryEmail].map((name) => plainText(name ?? '')).filter((name) => name !== '');
  return names.join(', ') || userId;
}
