/** Which emails of the project an account receives. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NotificationPreference } from '../../contract/service/models/mail-models';
import { service } from '../api';
import { queryKeys } from './cache/keys';

/** Reads the categories of emails (2.8.17). */
export function useNotificationPreferences(connectionId: string, accountId: string, enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.notifications(connectionId, accountId),
    queryFn: () => service.emails.notificationPreferences({ actor: 'account', connectionId, accountId, params: { user_id: 'me' } }),
    enabled,
  });
}

/** Turns the emails of a category on or off. */
export function useSetNotification(connectionId: string, accountId: string) {
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
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.notifications(connectionId, accountId) }),
  });
}
