/** What the policy of the machine forbids, as screens say it before a click. The main process enforces it. */
import type { ForbiddableAction, PolicyState } from '#contract/bridge/settings.ts';
import { offerDownload } from '#lib/offer-download.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
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

/** Returns who locked a setting to its value; undefined if the user decides. What is no setting can’t be locked. */
export function settingLockText({ t }: Pick<Translator, 't'>, policy: PolicyState, name: string): string | undefined {
  if (policy.state === 'none' || !policy.locked.some((locked) => locked === name)) return undefined;
  const { file } = policy;
  if (policy.state === 'broken') return t('settings.locked.broken', { file });
  const { contact } = policy;
  const organization = policy.organization ?? t('settings.policy.administrator');
  return contact === null ? t('settings.locked', { organization, file }) : t('settings.locked.contact', { organization, file, contact });
}

/** Offers a text of the service’s data as a file. Throws `forbidden-by-policy` if the policy forbids exports by then. */
export async function exportFile(...file: Parameters<typeof offerDownload>): Promise<void> {
  await api.policy.assertExport({});
  offerDownload(...file);
}
