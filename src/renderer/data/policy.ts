/** What the policy of the machine forbids, as screens say it before a click. The main process enforces it. */
import type { ForbiddableAction } from '#contract/bridge/policy.ts';
import { offerDownload } from '#lib/offer-download.ts';
import { useMessages } from '#lib/use-messages.ts';
import { api } from './api';
import { useTopic } from './topics';

/** Returns why the policy forbids an action; undefined if it doesn’t. For the `disabledReason` of its controls. */
export function useForbiddenReason(action: ForbiddableAction): string | undefined {
  const { t } = useMessages();
  const policy = useTopic('policy.state');
  if (policy.state === 'none' || !policy.forbidden.includes(action)) return undefined;
  if (policy.state === 'broken') return t('policy.forbidden.broken', { file: policy.file });
  const organization = policy.organization ?? t('settings.policy.administrator');
  return t(`policy.forbidden.${action}`, { organization, contact: policy.contact ?? 'none' });
}

/** Offers a text of the service’s data as a file. Throws `forbidden-by-policy` if the policy forbids exports by then. */
export async function exportFile(...file: Parameters<typeof offerDownload>): Promise<void> {
  await api.policy.assertExport({});
  offerDownload(...file);
}
