import { useId } from 'react';
import { emailCategories, type NotificationPreference } from '../../../contract/service/models/mail-models';
import { errorText } from '../../lib/errors/error-text';
import { useAction } from '../../lib/use-action';
import { useMessages } from '../../lib/use-messages';
import { useSetNotification } from '../../queries/notification-preferences';
import { useReadOnlyReason } from '../../stores/read-only';
import { Switch } from '../../ui/inputs/switch';
import { CardRow } from '../../ui/layout/card';
import styles from './notifications.module.css';

interface CategoryRowProps {
  connectionId: string;
  accountId: string;
  category: NotificationPreference;
}

/** One category of emails, with its switch or the reason why it can't be turned off. */
export function CategoryRow({ connectionId, accountId, category }: CategoryRowProps) {
  const messages = useMessages();
  const { t } = messages;
  const labelId = useId();
  const noteId = useId();
  const readOnly = useReadOnlyReason(connectionId);
  const { mutateAsync: set } = useSetNotification(connectionId, accountId);
  const change = useAction((enabled: boolean) => set({ ...category, enabled }));
  const reason = readOnly ?? (category.can_disable ? undefined : t('notifications.always'));
  const known = emailCategories.find((name) => name === category.notification_category_name);
  const failure = change.failure && errorText(messages, change.failure);
  return (
    <CardRow>
      <div className={styles.words}>
        <bdi id={labelId} className={styles.name}>
          {known === undefined ? category.notification_category_name : t(`send-email.category.${known}`)}
        </bdi>
        <div id={noteId} aria-live="polite">
          {reason !== undefined && <p className={styles.reason}>{reason}</p>}
          {failure && <p className={styles.failure}>{failure.title}</p>}
        </div>
      </div>
      <Switch
        aria-labelledby={labelId}
        aria-describedby={noteId}
        aria-busy={change.isPending}
        disabled={reason !== undefined}
        checked={change.pending?.[0] ?? category.enabled}
        onCheckedChange={(enabled) => void change.run(enabled)}
      />
    </CardRow>
  );
}
