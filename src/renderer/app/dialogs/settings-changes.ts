/** What a file of settings would change, and the texts of values. */
import type { ReadSettings } from '#contract/bridge/settings.ts';
import { type SettingName, type Settings, settingNames, settingRow } from '#contract/setting-rows.ts';
import type { MessageKey, Translator } from '#messages/translator.ts';

type FileSettings = ReadSettings['settings'];

export interface SettingsChanges {
  /** The settings whose values differ, in the order of the settings screen. */
  readonly changed: readonly SettingName[];
  /** Those of them that a policy decides. */
  readonly locked: readonly SettingName[];
  /** Whether one of the changes concerns the network, safety, or privacy. */
  readonly isRisky: boolean;
}

const riskySections: readonly (string | undefined)[] = ['network', 'safety', 'privacy'];

/** Compares the settings of a file with those that apply. `lockedNames` are decided by a policy. */
export function changesOf(file: FileSettings, now: Settings, lockedNames: readonly string[]): SettingsChanges {
  const differing = settingNames.filter((name) => file[name] !== undefined && JSON.stringify(file[name]) !== JSON.stringify(now[name]));
  const changed = differing.filter((name) => !lockedNames.includes(name));
  return {
    changed,
    locked: differing.filter((name) => lockedNames.includes(name)),
    isRisky: changed.some((name) => riskySections.includes(settingRow(name).section)),
  };
}

/** Returns the text of a value, as the settings screen shows it. */
export function valueText({ t }: Pick<Translator, 't'>, name: SettingName, { [name]: value }: FileSettings): string {
  const row = settingRow(name);
  if (typeof value === 'boolean') return t(value ? 'settings.value.on' : 'settings.value.off');
  if (name === 'lockAfterMinutes')
    return typeof value === 'number' ? t('settings.lock.minutes', { count: value }) : t('settings.lock.never');
  if (value === null || value === undefined || value === '') return t('settings.value.none');
  if (typeof value === 'object') return t('settings.value.hours', { ...value });
  if (row.kind === 'choice') return t(`settings.choice.${name}.${value}` as MessageKey);
  return row.kind === 'number' && row.unit === 'seconds' ? t('settings.value.seconds', { count: Number(value) }) : String(value);
}
