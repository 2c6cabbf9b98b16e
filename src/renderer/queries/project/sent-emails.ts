import { useQuery } from '@tanstack/react-query';
import { service } from '../../api';
import { queryKeys } from '../cache/keys';
import { findRaw } from '../raw/read-raw';

/** Returns the latest emails that the project sent, at most 100. Requires admin access; not read before `enabled`. */
export function useSentEmails(connectionId: string, enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.sentEmails(connectionId),
    queryFn: () => service.emails.sent({ actor: 'project', connectionId }),
    enabled,
  });
}

/** Reads an email as the service sends it. Throws `object-gone` if it is no longer among the latest. */
export function readRawEmail(connectionId: string, emailId: string): Promise<object> {
  return findRaw(service.emails.sent({ actor: 'project', connectionId, raw: true }), emailId);
}
