import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { SentEmail } from '#contract/service/models/mail-models.ts';
import type { useSentEmails } from '#data/project.ts';
import { useConnection } from '#data/topics.ts';
import { deliveryErrorText } from '#lib/errors/delivery-error.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Badge } from '#ui/data/badge.tsx';
import { RelativeTime } from '#ui/data/relative-time.tsx';
import { OmittedNote } from '#ui/feedback/omitted-note.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { paths } from '#window/routes.ts';
import styles from './health.module.css';
import { HealthPart, type HealthPartSource } from './health-part';

interface FailedEmail {
  readonly id: string;
  /** The first recipient; null if the service doesn't name one. */
  readonly recipient: string | null;
  readonly otherRecipients: number;
  readonly subject: string;
  readonly sentAt: number;
  /** The mail server's message, or the type of the error. */
  readonly error: string;
}

/** Returns the emails that couldn't be delivered, the latest first. */
export function failedEmails(emails: readonly SentEmail[]): FailedEmail[] {
  return emails
    .flatMap(({ id, to = [], subject, sent_at_millis: sentAt, error }) => {
      if (error === null) return [];
      const [recipient = null, ...others] = to;
      return [{ id, recipient, otherRecipients: others.length, subject, sentAt, error: deliveryErrorText(error) }];
    })
    .sort((one, other) => other.sentAt - one.sentAt);
}

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
