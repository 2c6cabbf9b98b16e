import type { ContactChannel } from '../../../contract/service/models/models';
import { useMessages } from '../../lib/use-messages';
import { VisuallyHidden } from '../../ui/layout/visually-hidden';
import type { EmailOwner } from './email-owner';
import type { EmailRequest } from './email-request';
import { EmailRow } from './email-row';
import styles from './emails.module.css';

interface EmailTableProps {
  owner: EmailOwner;
  emails: readonly ContactChannel[];
  onRequest: (request: EmailRequest) => void;
}

/** The addresses with their state, the oldest first. */
export function EmailTable({ owner, emails, onRequest }: EmailTableProps) {
  const { t } = useMessages();
  const primary = emails.find(({ is_primary }) => is_primary);
  return (
    <table className={styles.table} aria-label={t('own-emails.title')}>
      <thead>
        <tr>
          <th scope="col">{t('own-emails.column.address')}</th>
          <th scope="col">{t('own-emails.column.status')}</th>
          <th scope="col">{t('own-emails.column.sign-in')}</th>
          <th scope="col">
            <VisuallyHidden>{t('own-emails.column.actions')}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {emails.map((email) => (
          <EmailRow key={email.id} owner={owner} email={email} primary={primary} onRequest={onRequest} />
        ))}
      </tbody>
    </table>
  );
}
