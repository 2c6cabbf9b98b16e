import { useNavigate } from 'react-router';
import { useConnection } from '#data/topics.ts';
import { hasAdminAccess } from '#lib/rules/project-rules.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { paths } from '#window/routes.ts';
import { RecipientList } from './recipient-list';
import styles from './send-email.module.css';
import type { Recipients } from './use-recipients';

interface SentResultsProps {
  connectionId: string;
  recipients: Recipients;
  /** Whether the release sends in the background. */
  isTogether: boolean;
  /** To how many users it goes, where they aren't the recipients, who then aren't listed. */
  count?: number;
  onClose: () => void;
}

/** What became of an email that the service has accepted, and where it is listed. */
export function SentResults({ connectionId, recipients: { users, results }, isTogether, count, onClose }: SentResultsProps) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const connection = useConnection(connectionId);
  const hasOutbox = connection?.features?.['email-outbox'] === true;
  const open = () => {
    onClose();
    void navigate(hasOutbox ? paths.outbox(connectionId) : paths.email(connectionId, 'sent'));
  };
  const footer = (
    <>
      {connection !== undefined && hasAdminAccess(connection) && (
        <Button onClick={open}>{t(hasOutbox ? 'send-email.open-outbox' : 'send-email.open-sent')}</Button>
      )}
      <Button variant="primary" onClick={onClose}>
        {t('ui.close')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={t('send-email.sent', { count: count ?? doneOf(results) })}
      description={t(hasOutbox ? 'send-email.sent.outbox' : isTogether ? 'send-email.sent.queued' : 'send-email.sent.text')}
      environment={connection?.environment}
      width={520}
      footer={footer}
    >
      {count === undefined && (
        <div className={styles.results}>
          <RecipientList users={users} results={results} />
        </div>
      )}
    </Dialog>
  );
}

function doneOf(results: Recipients['results']): number {
  return [...results.values()].filter(({ state }) => state === 'done').length;
}
