/** Checks and applies managed domains (wire/later 6). Requires admin access. */
import { useQueryClient } from '@tanstack/react-query';
import type { ManagedDomain } from '#contract/service/models/mail-models.ts';
import { service } from '#data/api.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { isOutcomeUnknown } from '#lib/rules/unknown-outcome.ts';

function domainsQuery(connectionId: string) {
  return service.emails.managedDomains.query({ actor: 'project', connectionId });
}

/** Returns a function that reads the status of a domain, and the list again if it isn't the known one. */
export function useCheckDomain(connectionId: string): (domain: ManagedDomain) => Promise<string> {
  const client = useQueryClient();
  return async ({ domain_id, subdomain, sender_local_part, status: known }) => {
    const body = { domain_id, subdomain, sender_local_part };
    const { status } = await service.emails.checkManagedDomain({ actor: 'project', connectionId, body });
    if (status !== known) await client.refetchQueries({ queryKey: domainsQuery(connectionId).queryKey });
    return status;
  };
}

/** Returns a function that sends the project's emails from a domain. If the response is lost, the list decides whether they are. */
export function useApplyDomain(connectionId: string): (domain: ManagedDomain) => Promise<void> {
  return async ({ domain_id }) => {
    try {
      await service.emails.applyManagedDomain({ actor: 'project', connectionId, body: { domain_id } });
    } catch (thrown) {
      if (!isOutcomeUnknown(reportOf(thrown))) throw thrown;
      const found = await domainsQuery(connectionId)
        .queryFn()
        .catch(() => null);
      const isApplied = found?.items.some((item) => item.domain_id === domain_id && item.status === 'applied');
      if (!isApplied) throw thrown;
    }
  };
}
