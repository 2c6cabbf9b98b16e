import { useQuery } from '@tanstack/react-query';
import { service } from '../../api';
import { queryKeys } from '../cache/keys';

/** Returns the latest emails that the project sent, at most 100. Requires admin access; not read before `enabled`. */
export function useSentEmails(connectionId: string, enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.sentEmails(connectionId),
    queryFn: () => service.emails.sent({ actor: 'project', connectionId }),
    enabled,
  });
}
