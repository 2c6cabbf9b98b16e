import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { OutboxEmailContent, SendAttempt } from '#contract/service/models/outbox-models.ts';
import { dateTime } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { Definition, DefinitionList } from '#ui/data/definition-list.tsx';
import { IdChip } from '#ui/data/id-chip.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { paths } from '#window/routes.ts';
import styles from '../email.module.css';
import { OutboxRecipientText, OutboxStatusBadge, subjectOf, useOutboxNote } from './outbox-columns';

/** The way of an email through the outbox, with all times and failed attempts. */
export function OutboxDetails({ connectionId, email }: { connectionId: string; email: OutboxEmailContent }) {
  const { t } = useMessages();
  const note = useOutboxNote(email);
  const attempts = email.send_attempt_errors ?? [];
  return (
    <>
      <DefinitionList>
        <Definition label={t('email.outbox.state')}>
          <OutboxStatusBadge email={email} />
          {note !== null && !note.isError && <p className={styles.line}>{note.text}</p>}
        </Definition>
        <Definition label={t('email.sent.recipient')}>
          <div className={styles.line}>
            <OutboxRecipientText connectionId={connectionId} to={email.to} />
          </div>
        </Definition>
        <Definition label={t('email.sent.subject')}>
          <div className={styles.line}>
            <bdi>{subjectOf(email, t)}</bdi>
          </div>
        </Definition>
        <Times email={email} />
        <Origin connectionId={connectionId} email={email} />
        {email.is_high_priority === true && <Definition label={t('email.outbox.priority')}>{t('email.outbox.priority.high')}</Definition>}
        <Definition label={t('email.sent.id')}>
          <IdChip value={email.id} />
        </Definition>
      </DefinitionList>
      {attempts.length > 0 && <Attempts attempts={attempts} />}
    </>
  );
}

type TimeField = Extract<keyof OutboxEmailContent, `${string}_millis`>;

const times: readonly (readonly [TimeField, MessageKey])[] = [
  ['created_at_millis', 'email.outbox.time.created'],
  ['scheduled_at_millis', 'email.outbox.time.scheduled'],
  ['rendered_at_millis', 'email.outbox.time.rendered'],
  ['started_sending_at_millis', 'email.outbox.time.sending'],
  ['next_send_retry_at_millis', 'email.outbox.time.retry'],
  ['error_at_millis', 'email.outbox.time.failed'],
  ['skipped_at_millis', 'email.outbox.time.skipped'],
  ['delivered_at_millis', 'email.outbox.time.delivered'],
];

function Times({ email }: { email: OutboxEmailContent }) {
  const { t, locale } = useMessages();
  return times.map(([field, key]) => {
    const millis = email[field];
    if (typeof millis !== 'number') return null;
    return (
      <Definition key={field} label={t(key)}>
        {dateTime(millis, locale)}
      </Definition>
    );
  });
}

/** What created the email, where the service says so: a draft, or a program that may have used a template. */
function Origin({ connectionId, email }: { connectionId: string; email: OutboxEmailContent }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const { created_with: origin, email_draft_id: draft, email_programmatic_call_template_id: template } = email;
  if (origin === undefined) return null;
  const known: Readonly<Record<string, ReactNode>> = {
    draft: t('email.outbox.origin.draft'),
    'programmatic-call': t('email.outbox.origin.call'),
  };
  return (
    <Definition label={t('email.outbox.origin')}>
      <div className={styles.line}>{Object.hasOwn(known, origin) ? known[origin] : origin}</div>
      <div className={styles.actions}>
        {draft && <IdChip value={draft} />}
        {template && (
          <Button size="sm" onClick={() => void navigate(paths.email(connectionId, 'templates', template))}>
            {t('email.outbox.origin.template')}
          </Button>
        )}
      </div>
    </Definition>
  );
}

function Attempts({ attempts }: { attempts: readonly SendAttempt[] }) {
  const { t, locale } = useMessages();
  return (
    <section aria-label={t('email.outbox.attempts')}>
      <h3 className={styles.subtitle}>{t('email.outbox.attempts')}</h3>
      <ol className={styles.attempts}>
        {attempts.map(({ attempt_number: number, timestamp, external_message: message }) => (
          <li key={number}>
            <span className={styles.quiet}>
              {t('email.outbox.attempt', { number, time: dateTime(Date.parse(timestamp ?? ''), locale) })}
            </span>
            <div className={styles.line}>
              <bdi>{message ?? t('email.failure.silent')}</bdi>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
