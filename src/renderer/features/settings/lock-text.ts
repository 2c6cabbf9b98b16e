import type { Settings } from '../../../contract/bridge/settings';
import type { PolicyState } from '../../../contract/settings/policy';
import type { Translator } from '../../../messages/translator';

/** Returns who locked a setting to its value; undefined if the user decides. */
export function lockText({ t }: Pick<Translator, 't'>, policy: PolicyState, setting: keyof Settings | undefined): string | undefined {
  if (policy.state === 'none' || !policy.locked.some((locked) => locked === setting)) return undefined;
  const { file } = policy;
  if (policy.state === 'broken') return t('settings.locked.broken', { file });
  const { contact } = policy;
  const organization = policy.organization ?? t('settings.policy.administrator');
  return contact === null ? t('settings.locked', { organization, file }) : t('settings.locked.contact', { organization, file, contact });
}
