import { BellOff } from 'lucide-react';
import { useId } from 'react';
import { emailCategories, type NotificationPreference } from '../../../contract/service/models/mail-models';
import { AccountError } from '../../blocks/account/account-state';
import { ReleaseLack, useLacksFeature } from '../../blocks/account/release-lack';
import { useScreenAccount } from '../../blocks/account/screen-account';
import { OutdatedMessage } from '../../blocks/status/outdated-message';
import { errorText, reportOf } from '../../lib/errors/error-text';
import { useAction } from '../../lib/use-action';
import { useMessages } from '../../lib/use-messages';
import { useNotificationPreferences, useSetNotification } from '../../queries/notification-preferences';
import { useReadOnlyReason } from '../../stores/read-only';
import { EmptyState } from '../../ui/feedback/empty-state';
import { OmittedNote } from '../../ui/feedback/omitted-note';
import { LoadingStatus, Skeleton } from '../../ui/feedback/skeleton';
import { Switch } from '../../ui/inputs/switch';
import { Card, CardRow } from '../../ui/layout/card';
import { Page, PageSection } from '../../ui/layout/page';
import styles from './notifications.module.css';

interface NotificationsProps {
  connectionId: string;
  accountId: string;
}

/** Which emails of the project the current account receives (2.8.17). */
export function NotificationsScreen() {
  const account = useScreenAccount();
  return <Notifications key={account.id} connectionId={account.connectionId} accountId={account.id} />;
}

function Notifications({ connectionId, accountId }: NotificationsProps) {
  const { t } = useMessages();
  const isKnownLack = useLacksFeature(connectionId, 'notification-preferences');
  const { data, error, isFetching, refetch } = useNotificationPreferences(connectionId, accountId, !isKnownLack);
  const failure = error && { report: reportOf(error), onRetry: () => void refetch(), busy: isFetching };
  if (isKnownLack || failure?.report.code === 'not-offered-by-service') return <ReleaseLack feature="notification-preferences" />;
  if (data === undefined && failure) return <AccountError connectionId={connectionId} {...failure} />;
  return (
    <Page>
      {failure && <OutdatedMessage {...failure} />}
      <PageSection title={t('notifications.title')} text={t('notifications.text')}>
        <Card>
          {data === undefined && <LoadingRows />}
          {data?.items.length === 0 && data.omitted === undefined && (
            <EmptyState icon={BellOff} title={t('notifications.none')} text={t('notifications.none.text')} />
          )}
          {data?.items.map((category) => (
            <CategoryRow key={category.notification_category_id} connectionId={connectionId} accountId={accountId} category={category} />
          ))}
        </Card>
        <OmittedNote omitted={data?.omitted} />
      </PageSection>
    </Page>
  );
}

function LoadingRows() {
  return (
    <>
      <LoadingStatus />
      {[140, 96].map((width) => (
        <CardRow key={width}>
          <span className={styles.words}>
            <Skeleton width={width} />
          </span>
          <Skeleton width={30} height={18} />
        </CardRow>
      ))}
    </>
  );
}

interface CategoryRowProps {
  connectionId: string;
  accountId: string;
  category: NotificationPreference;
}

/** One category of emails, with its switch or the reason why it can't be turned off. */
function CategoryRow({ connectionId, accountId, category }: CategoryRowProps) {
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
