import { UserPlus, X } from 'lucide-react';
import { useState } from 'react';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import type { EmailResult } from '#data/emails.ts';
import { errorText, wholeErrorText } from '#lib/errors/error-text.ts';
import { useUserName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { Badge, type Tone } from '#ui/data/badge.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { UserLine, UserPicker } from '../user-picker';
import { type EmailResults, isSettled, maxRecipients, type Recipients, refusalOf } from './recipients';
import styles from './send-email.module.css';

interface RecipientListProps {
  users: readonly ServerUser[];
  results: EmailResults;
  /** Removes a recipient; without it, none can be removed. */
  onRemove?: ((userId: string) => void) | undefined;
}

/** The recipients by name, each with what became of the email. */
export function RecipientList({ users, results, onRemove }: RecipientListProps) {
  const { t } = useMessages();
  return (
    <ul className={styles.recipients} aria-label={t('send-email.recipients')} aria-live="polite">
      {users.map((user) => (
        <Recipient key={user.id} user={user} result={results.get(user.id)} onRemove={onRemove} />
      ))}
    </ul>
  );
}

interface RecipientProps extends Pick<RecipientListProps, 'onRemove'> {
  user: ServerUser;
  result: EmailResult | undefined;
}

const states: Readonly<Record<EmailResult['state'], { readonly tone: Tone; readonly text: MessageKey }>> = {
  waiting: { tone: 'neutral', text: 'send-email.state.waiting' },
  running: { tone: 'neutral', text: 'send-email.state.running' },
  done: { tone: 'good', text: 'send-email.state.done' },
  failed: { tone: 'bad', text: 'send-email.state.failed' },
  unknown: { tone: 'warn', text: 'send-email.state.unknown' },
  skipped: { tone: 'neutral', text: 'send-email.state.skipped' },
  unlisted: { tone: 'warn', text: 'send-email.state.unlisted' },
};

function Recipient({ user, result, onRemove }: RecipientProps) {
  const { t } = useMessages();
  const name = useUserName()(user);
  const state = result && states[result.state];
  return (
    <li className={styles.recipient}>
      <div className={styles.who}>
        <UserLine user={user} />
        <Note user={user} result={result} />
      </div>
      {state && <Badge tone={state.tone}>{t(state.text)}</Badge>}
      {onRemove && !isSettled(result) && (
        <IconButton size="sm" icon={X} label={t('send-email.remove', { name })} onClick={() => onRemove(user.id)} />
      )}
    </li>
  );
}

/** Why a recipient doesn't get the email, or may not have. */
function Note({ user, result }: { user: ServerUser; result: EmailResult | undefined }) {
  const messages = useMessages();
  const { t } = messages;
  if (user.primary_email === null) return <p className={styles.note}>{t('send-email.no-address')}</p>;
  if (result?.state === 'unlisted') return <p className={styles.note}>{t('send-email.unlisted')}</p>;
  if (result === undefined || !('report' in result)) return null;
  const refusal = refusalOf(result.report);
  if (refusal !== null) return <p className={styles.note}>{t(`send-email.refusal.${refusal}`)}</p>;
  const reason = result.state === 'unknown' ? errorText(messages, result.report).title : wholeErrorText(messages, result.report);
  return <p className={styles.note}>{reason}</p>;
}

interface RecipientsFieldProps {
  connectionId: string;
  recipients: Recipients;
  isLocked: boolean;
}

/** The recipients of an email, who can be added by a search and removed until they got it. */
export function RecipientsField({ connectionId, recipients, isLocked }: RecipientsFieldProps) {
  const { t } = useMessages();
  const [isAdding, setAdding] = useState(recipients.users.length === 0);
  const { users, results, add, remove } = recipients;
  const full = users.length >= maxRecipients ? t('send-email.full', { max: maxRecipients }) : undefined;
  return (
    <div className={styles.group}>
      <div className={styles.heading}>
        <h3>{t('send-email.recipients.count', { count: users.length })}</h3>
        {!isAdding && (
          <Button size="sm" icon={UserPlus} disabledReason={full} onClick={() => setAdding(true)}>
            {t('send-email.add')}
          </Button>
        )}
      </div>
      <RecipientList users={users} results={results} onRemove={isLocked ? undefined : remove} />
      {isAdding && !isLocked && (
        <UserPicker
          connectionId={connectionId}
          label={t('send-email.add')}
          error={full}
          value={null}
          onChange={(user) => user !== null && add(user)}
        />
      )}
    </div>
  );
}
