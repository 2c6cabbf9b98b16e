import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BellOff } from 'lucide-react';
import { useId } from 'react';
import { emailCategories, type NotificationPreference } from '#contract/service/models/mail-models.ts';
import { service } from '#data/api.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useScreenAccount } from '#data/scope.ts';
import { errorText, reportOf } from '#lib/errors/error-text.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { AccountError } from '#parts/account/account-state.tsx';
import { ReleaseLack, useLacksFeature } from '#parts/account/release-lack.tsx';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { OmittedNote } from '#ui/feedback/omitted-note.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Switch } from '#ui/inputs/switch.tsx';
import { Card, CardRow } from '#ui/layout/card.tsx';
import { Page, PageSection } from '#ui/layout/page.tsx';
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

/** Reads the categories of emails (2.8.17). */
function useNotificationPreferences(connectionId: string, accountId: string, enabled: boolean) {
  return useQuery({ ...preferencesQuery(connectionId, accountId), enabled });
}

function preferencesQuery(connectionId: string, accountId: string) {
  return service.emails.notificationPreferences.query({ actor: 'account', connectionId, accountId, params: { user_id: 'me' } });
}

/** Turns the emails of a category on or off. */
function useSetNotification(connectionId: string, accountId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ notification_category_id: category, enabled }: Pick<NotificationPreference, 'notification_category_id' | 'enabled'>) =>
      service.emails.setNotificationPreference({
        actor: 'account',
        connectionId,
        accountId,
        params: { user_id: 'me', category_id: category },
        body: { enabled },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: preferencesQuery(connectionId, accountId).queryKey }),
  });
}
