/** A row of the settings screen. */
import type { LucideIcon } from 'lucide-react';
import { useCallback } from 'react';
import type { UpdateState } from '#contract/bridge/app.ts';
import type { LockState } from '#contract/bridge/lock.ts';
import type { PolicyState } from '#contract/bridge/settings.ts';
import type { AnySetting, SettingName, SettingNeed, Settings, SettingsSectionId, settingRows } from '#contract/setting-rows.ts';
import { updateSettings } from '#data/topics.ts';
import { useBackgroundTask } from '#lib/use-action.ts';

type NamesOf<K extends AnySetting['kind']> = {
  [N in SettingName]: (typeof settingRows)[N] extends { readonly kind: K; readonly section: string } ? N : never;
}[SettingName];
export type SwitchName = NamesOf<'switch'>;
export type ChoiceName = NamesOf<'choice'>;
export type NumberName = NamesOf<'number'>;
export type TextName = NamesOf<'text'>;
/** The settings that the screen shows. */
export type ShownSetting = NamesOf<AnySetting['kind']>;

/** What the screen shows among the settings although it is none. */
export type ExtraId =
  | 'passphrase'
  | 'sealedSecrets'
  | 'clearData'
  | 'proxySignIn'
  | 'certificates'
  | 'notifications'
  | 'watchRules'
  | 'linkTest'
  | 'updateStatus'
  | 'transfer'
  | 'version'
  | 'host'
  | 'keychain'
  | 'profile'
  | 'settingsFile'
  | 'systemReport'
  | 'licenses'
  | 'policy';

/** The settings with a control of their own. */
type OwnSetting = { [N in ShownSetting]: (typeof settingRows)[N] extends { readonly own: true } ? N : never }[ShownSetting];
export type OwnControlName = ExtraId | OwnSetting;

/** The ID of a row. Its label, its description, and its keywords are `settings.row.ID`, `….text`, and `….keywords`. */
export type SettingId = ShownSetting | ExtraId;

export interface ControlProps {
  /** Its name, which is also the ID of an element that has it. */
  readonly label: string;
  readonly labelId: string;
  /** The IDs of the elements that describe it, which include why it is disabled. */
  readonly describedBy: string;
  readonly isDisabled: boolean;
  /** Whether it has no effect now, whatever is stored. */
  readonly isIdle: boolean;
}

/** What decides whether a setting can be changed now. */
export interface SettingFacts {
  readonly settings: Settings;
  readonly isElectron: boolean;
  /** Whether the system can start this copy of Latchkey. */
  readonly canStartAtLogin: boolean;
  readonly updates: UpdateState;
  readonly policy: PolicyState;
  readonly lock: LockState;
}

export interface SettingRow {
  readonly id: SettingId;
  /** Whether a change applies after a restart. */
  readonly restart?: true;
  /** Set for what browsers don't have. */
  readonly only?: 'own-window';
  readonly needs?: readonly (SettingNeed | 'sealing')[];
}

export interface SettingsSection {
  /** Its title is `settings.section.ID`. */
  readonly id: SettingsSectionId;
  readonly icon: LucideIcon;
  readonly rows: readonly SettingRow[];
}

/** Returns a function that changes settings, and shows a failure as a toast. */
export function useChangeSetting(): (change: Partial<Settings>) => void {
  const runTask = useBackgroundTask();
  return useCallback((change) => runTask(() => updateSettings(change)), [runTask]);
}
