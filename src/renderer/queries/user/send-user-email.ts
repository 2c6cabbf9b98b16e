/** An email to users, as each release sends it (wire/newer 2.6, wire/corrections 2.8.17 and 2.8.86). */
import { useQueryClient } from '@tanstack/react-query';
import type { EmailCategory } from '../../../contract/service/models/mail-models';
import { service } from '../../api';
import { queryKeys } from '../cache/keys';
import { type ReportEmail, sendInTurn, sendTogether } from './email-results';

export interface UserEmail {
  readonly subject: string;
  readonly html: string;
  readonly notification_category_name: EmailCategory;
}

/** Returns a function that sends an email to users in the way of the service's release: together, or one after another. */
export function useSendUserEmail(connectionId: string, isTogether: boolean) {
  const client = useQueryClient();
  return async (email: UserEmail, userIds: readonly string[], report: ReportEmail): Promise<void> => {
    const project = { actor: 'project', connectionId } as const;
    try {
      if (isTogether)
        await sendTogether(userIds, (ids) => service.emails.sendEmail({ ...project, body: { ...email, user_ids: [...ids] } }), report);
      else await sendInTurn(userIds, (id) => service.emails.sendEmailToUser({ ...project, body: { ...email, user_id: id } }), report);
    } finally {
      // Also after a lost response, when the log may already have the email.
      void client.invalidateQueries({ queryKey: queryKeys.sentEmails(connectionId) });
    }
  };
}
