import { BellOff } from 'lucide-react';
import { AccountError } from '../../blocks/account/account-state';
import { ReleaseLack, useLacksFeature } from '../../blocks/account/release-lack';
import { useScreenAccount } from '../../blocks/account/screen-account';
import { OutdatedMessage } from '../../blocks/status/outdated-message';
import { reportOf } from '../../lib/errors/error-text';
import { useMessages } from '../../lib/use-messages';
import { useNotificationPreferences } from '../../queries/notification-preferences';
import { EmptyState } from '../../ui/feedback/empty-state';
import { OmittedNote } from '../../ui/feedback/omitted-note';
import { LoadingStatus, Skeleton } from '../../ui/feedback/skeleton';
import { Card, CardRow } from '../../ui/layout/card';
import { Page, PageSection } from '../../ui/layout/page';
import { CategoryRow } from './category-row';
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
