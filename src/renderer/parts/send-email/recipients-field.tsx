import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useMessages } from '#lib/use-messages.ts';
import { Button } from '#ui/inputs/button.tsx';
import { UserPicker } from '../user-picker/user-picker';
import { RecipientList } from './recipient-list';
import { maxRecipients } from './recipients';
import styles from './send-email.module.css';
import type { Recipients } from './use-recipients';

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
