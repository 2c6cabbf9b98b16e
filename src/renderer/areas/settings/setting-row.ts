/** A row of the table of settings. */
import type { LucideIcon } from 'lucide-react';
import type { UpdateState } from '#contract/bridge/app.ts';
import type { LockState } from '#contract/bridge/lock.ts';
import type { PolicyState } from '#contract/bridge/policy.ts';
import type { Settings } from '#contract/bridge/settings.ts';
import type { MessageKey } from '#messages/translator.ts';
import type { SettingsSectionId } from '#window/url-state.ts';

type IdOf<K> = K extends `settings.row.${infer Id}.keywords` ? Id : never;
/** The ID of a row. Its label, its description, and its keywords are `settings.row.ID`, `….text`, and `….keywords`. */
export type SettingId = IdOf<MessageKey>;

/** The settings whose values have that type. */
type SettingOf<V> = { [K in keyof Settings]: Settings[K] extends V ? (V extends Settings[K] ? K : never) : never }[keyof Settings];

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

export interface SwitchRow {
  readonly kind: 'switch';
  readonly setting: SettingOf<boolean>;
}

type ChoiceSetting = 'theme' | 'contrast' | 'language' | 'proxyMode' | 'updateChannel';
interface ChoiceOf<K extends ChoiceSetting> {
  readonly kind: 'choice';
  readonly setting: K;
  readonly look: 'segments' | 'list';
  readonly options: readonly { readonly value: Settings[K]; readonly label: MessageKey; readonly icon?: LucideIcon }[];
}
export type ChoiceRow = { [K in ChoiceSetting]: ChoiceOf<K> }[ChoiceSetting];

export interface NumberRow {
  readonly kind: 'number';
  readonly setting: SettingOf<number>;
  readonly unit?: MessageKey;
}

/** A line of text. Empty is null if the setting can be null. */
export interface TextRow {
  readonly kind: 'text';
  readonly setting: 'proxyUrl' | 'proxyBypass' | 'caFile';
  readonly placeholder: string;
  /** Shown beside a text that the setting can't be. */
  readonly error: MessageKey;
}

/** The controls for what isn't one plain value, see `controls/own-controls.ts`. */
export type OwnControlName =
  | 'lock-after'
  | 'passphrase'
  | 'sealed-secrets'
  | 'clear-data'
  | 'quiet-hours'
  | 'notification-test'
  | 'update-status'
  | 'transfer'
  | 'version'
  | 'host'
  | 'keychain'
  | 'data-folder'
  | 'system-report'
  | 'link-test'
  | 'licenses'
  | 'policy';

interface OwnRow {
  readonly kind: 'own';
  readonly name: OwnControlName;
  /** The setting that it changes, if it does. */
  readonly setting?: keyof Settings;
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
  readonly control: SwitchRow | ChoiceRow | NumberRow | TextRow | OwnRow;
  /** Whether a change applies after a restart. */
  readonly restart?: true;
  /** Set for what browsers don't have. */
  readonly only?: 'own-window';
  /** Returns why it can't be changed now, although the host has it. */
  readonly disabled?: (facts: SettingFacts) => MessageKey | undefined;
}

export interface SettingsSection {
  /** Its title is `settings.section.ID`. */
  readonly id: SettingsSectionId;
  readonly icon: LucideIcon;
  readonly rows: readonly SettingRow[];
}
