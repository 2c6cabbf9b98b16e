import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { useSentEmails } from '#data/project.ts';
import { useConnection } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Badge } from '#ui/data/badge.tsx';
import { RelativeTime } from '#ui/data/relative-time.tsx';
import { OmittedNote } from '#ui/feedback/omitted-note.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { paths } from '#window/routes.ts';
import { type FailedEmail, failedEmails } from './failed-emails';
import styles from './health.module.css';
import { HealthPart, type HealthPartSource } from './health-part';

/** Number of emails to show until the user asks for all. */
const limit = 3;

type Emails = NonNullable<ReturnType<typeof useSentEmails>['data']>;

/** The emails among the latest that couldn't be delivered, with their error. */
export function FailedEmails({ connectionId, ...source }: HealthPartSource<Emails> & { connectionId: string }) {
  const { t } = useMessages();
  return (
    <HealthPart
      {...source}
      title={t('overview.emails.title')}
      rows={[3, 3, 1]}
      badge={({ items }) => {
        const failed = failedEmails(items).length;
        return failed > 0 && <Badge tone="bad">{t('overview.emails.count', { failed, count: items.length })}</Badge>;
      }}
    >
      {({ items, omitted }) => (
        <>
          <FailedList connectionId={connectionId} failed={failedEmails(items)} sent={items.length} />
          <OmittedNote omitted={omitted} />
        </>
      )}
    </HealthPart>
  );
}

interface FailedListProps {
  connectionId: string;
  failed: readonly FailedEmail[];
  /** Number of emails among which they were found. */
  sent: number;
}

function FailedList({ connectionId, failed, sent }: FailedListProps) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const hasOutbox = useConnection(connectionId)?.features?.['email-outbox'] === true;
  const [isOpen, setIsOpen] = useState(false);
  if (failed.length === 0) {
    return <p className={styles.quiet}>{sent === 0 ? t('overview.emails.none-sent') : t('overview.emails.none', { count: sent })}</p>;
  }
  return (
    <>
      <ul className={styles.emails} aria-label={t('overview.emails.title')}>
        {(isOpen ? failed : failed.slice(0, limit)).map((email) => (
          <li key={email.id}>
            <FailedRow email={email} />
          </li>
        ))}
      </ul>
      {(hasOutbox || failed.length > limit) && (
        <div className={styles.actions}>
          {failed.length > limit && (
            <Button size="sm" variant="plain" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              {isOpen ? t('overview.emails.fewer') : t('overview.emails.more', { count: failed.length })}
            </Button>
          )}
          {hasOutbox && (
            <Button size="sm" variant="plain" onClick={() => void navigate(paths.outbox(connectionId, 'error'))}>
              {t('overview.emails.outbox')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

function FailedRow({ email }: { email: FailedEmail }) {
  const { t } = useMessages();
  const { recipient, otherRecipients, subject, sentAt, error } = email;
  return (
    <>
      <div className={styles.line}>
        <bdi className={styles.name} title={subject}>
          {recipient ?? t('overview.emails.unknown')}
        </bdi>
        <RelativeTime className={styles.time ?? ''} millis={sentAt} />
      </div>
      {otherRecipients > 0 && <p className={styles.quiet}>{t('overview.emails.others', { count: otherRecipients })}</p>}
      <p className={styles.error} title={error}>
        <bdi>{error}</bdi>
      </p>
    </>
  );
}
