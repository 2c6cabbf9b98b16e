import { useNavigate } from 'react-router';
import { hasAdminAccess } from '../../lib/rules/project-access';
import { useMessages } from '../../lib/use-messages';
import { paths } from '../../routes';
import { useConnection } from '../../stores/connections';
import { Button } from '../../ui/inputs/button';
import { Dialog } from '../../ui/overlays/dialog';
import { RecipientList } from './recipient-list';
import styles from './send-email.module.css';
import type { Recipients } from './use-recipients';

interface SentResultsProps {
  connectionId: string;
  recipients: Recipients;
  /** Whether the release sends in the background. */
  isTogether: boolean;
  onClose: () => void;
}

/** What became of an email that the service has accepted. */
export function SentResults({ connectionId, recipients: { users, results }, isTogether, onClose }: SentResultsProps) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const connection = useConnection(connectionId);
  const open = () => {
    onClose();
    void navigate(paths.email(connectionId, 'sent'));
  };
  const footer = (
    <>
      {connection !== undefined && hasAdminAccess(connection) && <Button onClick={open}>{t('send-email.open-sent')}</Button>}
      <Button variant="primary" onClick={onClose}>
        {t('ui.close')}
      </Button>
    </>
  );
  const count = [...results.values()].filter(({ state }) => state === 'done').length;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={t('send-email.sent', { count })}
      description={t(isTogether ? 'send-email.sent.queued' : 'send-email.sent.text')}
      environment={connection?.environment}
      width={520}
      footer={footer}
    >
      <div className={styles.results}>
        <RecipientList users={users} results={results} />
      </div>
    </Dialog>
  );
}
