import { useNavigate } from 'react-router';
import type { ErrorReport } from '#contract/errors.ts';
import { useConnection } from '#data/topics.ts';
import { hasAdminAccess } from '#lib/rules/project-rules.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { paths } from '#window/routes.ts';
import { isRefused, type Recipients, refusalOf } from './recipients';
import { RecipientList } from './recipients-field';
import styles from './send-email.module.css';

interface SendFailureProps {
  /** The refusal, after which nothing was sent. */
  failure: ErrorReport | null;
  isSending: boolean;
  recipients: Recipients;
}

/** Why nothing was sent, or what is left after a part was. */
export function SendFailure({ failure, isSending, recipients: { results, waiting } }: SendFailureProps) {
  const { t } = useMessages();
  if (failure !== null) {
    const isDeleted = refusalOf(failure) === 'deleted';
    return <ErrorCallout report={failure} next={isDeleted ? t('send-email.deleted.next') : undefined} />;
  }
  if (isSending || results.size === 0) return null;
  const unknown = waiting.filter(({ id }) => results.get(id)?.state === 'unknown').length;
  return (
    <div role="alert">
      {unknown > 0 ? (
        <Callout tone="warn" title={t('send-email.lost')}>
          {t('send-email.lost.text', { count: unknown, rest: waiting.length - unknown })}
        </Callout>
      ) : (
        <Callout tone="warn" title={t('send-email.partly', { count: waiting.length })}>
          {t(waiting.every(({ id }) => isRefused(results.get(id))) ? 'send-email.partly.refused' : 'send-email.partly.text')}
        </Callout>
      )}
    </div>
  );
}

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
