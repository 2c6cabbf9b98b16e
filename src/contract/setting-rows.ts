/**
 * Every setting of the app, one row each. From the rows follow the schema of the file and the bridge, the defaults, what a policy can lock,
 * the controls of the settings screen, and the table of `docs/settings.md`. Imports no schemas, so that windows start without them.
 *
 * The texts of a setting are `settings.row.NAME`, `….text`, and `….keywords`, and `settings.choice.NAME.VALUE` for each value of a choice.
 */

/** The sections of the settings screen, in their order. */
export const settingsSectionIds = [
  'appearance',
  'language',
  'safety',
  'privacy',
  'network',
  'notifications',
  'desktop',
  'updates',
  'connections',
  'about',
] as const;
export type SettingsSectionId = (typeof settingsSectionIds)[number];

/** What must be the case for a setting to have an effect. Without it, the screen shows its control as off, with the reason. */
export type SettingNeed = 'passphrase' | 'manual-proxy' | 'automatic-proxy' | 'watch' | 'tray' | 'installed' | 'update-source' | 'updates';

interface Row {
  /** Where the screen shows it; absent for what windows change themselves. */
  readonly section?: SettingsSectionId;
  /** Whether a policy can lock it to a value. */
  readonly lockable?: true;
  /** Whether a change applies after a restart. */
  readonly restart?: true;
  /** Set for what browsers don't have. */
  readonly only?: 'own-window';
  readonly needs?: readonly SettingNeed[];
  /** Whether the screen has its own control for it, `controls/own-controls.tsx`. */
  readonly own?: true;
}

interface SwitchSetting extends Row {
  readonly kind: 'switch';
  readonly initial: boolean;
}

export interface ChoiceSetting extends Row {
  readonly kind: 'choice';
  readonly values: readonly string[];
  readonly initial: string;
  /** Whether it is a list instead of buttons side by side. */
  readonly isLong?: true;
}

/** A whole number; null for none, if that is possible. */
export interface NumberSetting extends Row {
  readonly kind: 'number';
  readonly min: number;
  readonly max: number;
  readonly initial: number | null;
  readonly nullable?: true;
  /** Its text is `settings.unit.UNIT`. */
  readonly unit?: 'seconds' | 'days';
}

/** A line of text; null for none, if that is possible. */
export interface TextSetting extends Row {
  readonly kind: 'text';
  readonly maxLength: number;
  /** What it must be, see `bridge/settings.ts`; `settings.error.FORMAT` is shown beside what it isn't. */
  readonly format: 'proxy-url' | 'script-url' | 'hosts' | 'path';
  readonly initial: string | null;
  readonly nullable?: true;
  readonly placeholder: string;
}

/** Hours of each day by the machine's time zone, as `{"from": "HH:MM", "to": "HH:MM"}`, which may end on the next day; null for none. */
interface HoursSetting extends Row {
  readonly kind: 'hours';
  readonly initial: null;
}

/** A time of each day by the machine's time zone, as `HH:MM`; null for none. */
interface TimeSetting extends Row {
  readonly kind: 'time';
  readonly initial: null;
}

export type AnySetting = SwitchSetting | ChoiceSetting | NumberSetting | TextSetting | HoursSetting | TimeSetting;

export const settingRows = {
  theme: { section: 'appearance', kind: 'choice', values: ['system', 'light', 'dark'], initial: 'system' },
  contrast: { section: 'appearance', kind: 'choice', values: ['system', 'more'], initial: 'system' },
  underlineLinks: { section: 'appearance', kind: 'switch', initial: false },
  language: { section: 'language', kind: 'choice', values: ['system', 'en', 'de', 'ja', 'pseudo'], initial: 'system', isLong: true },
  /** Refuses every change at every service, whatever the safety level of a connection. */
  readOnly: { section: 'safety', kind: 'switch', initial: false, lockable: true },
  clipboardSeconds: { section: 'safety', kind: 'number', min: 10, max: 300, initial: 30, unit: 'seconds', lockable: true },
  /** Whether the window is minimized once a secret was copied from it. */
  minimizeOnCopy: { section: 'safety', kind: 'switch', initial: false, only: 'own-window' },
  /** Minutes without input. */
  lockAfterMinutes: {
    section: 'safety',
    kind: 'number',
    min: 1,
    max: 240,
    initial: 10,
    nullable: true,
    own: true,
    needs: ['passphrase'],
    lockable: true,
  },
  /** Whether the app locks when the machine sleeps or its screen is locked. */
  lockOnSuspend: { section: 'safety', kind: 'switch', initial: true, needs: ['passphrase'], lockable: true },
  /** Whether jobs go on while the app is locked. Those whose keys are sealed with the passphrase can't. */
  jobsWhileLocked: { section: 'safety', kind: 'switch', initial: false, needs: ['passphrase'], lockable: true },
  /** Whether a snapshot is kept of users and teams that are deleted, unless the dialog says otherwise. */
  keepSnapshots: { section: 'privacy', kind: 'switch', initial: true, lockable: true },
  privacyMode: { section: 'privacy', kind: 'switch', initial: false, lockable: true },
  captureProtection: { section: 'privacy', kind: 'switch', initial: false, only: 'own-window', lockable: true },
  /** Age at which entries of the journal are removed. */
  journalDays: { section: 'privacy', kind: 'number', min: 1, max: 3_650, initial: 365, unit: 'days', lockable: true },
  /** Number of entries of the journal, of which the oldest are removed. */
  journalEntries: { section: 'privacy', kind: 'number', min: 1_000, max: 1_000_000, initial: 200_000, lockable: true },
  proxyMode: { section: 'network', kind: 'choice', values: ['system', 'none', 'manual', 'automatic'], initial: 'system', lockable: true },
  proxyUrl: {
    section: 'network',
    kind: 'text',
    maxLength: 2048,
    format: 'proxy-url',
    initial: '',
    placeholder: 'http://proxy.example:3128',
    needs: ['manual-proxy'],
    lockable: true,
  },
  proxyBypass: {
    section: 'network',
    kind: 'text',
    maxLength: 4096,
    format: 'hosts',
    initial: '',
    placeholder: 'localhost, .example.com',
    needs: ['manual-proxy'],
    lockable: true,
  },
  proxyScript: {
    section: 'network',
    kind: 'text',
    maxLength: 2048,
    format: 'script-url',
    initial: '',
    placeholder: 'http://wpad.example/proxy.pac',
    only: 'own-window',
    needs: ['automatic-proxy'],
    lockable: true,
  },
  caFile: {
    section: 'network',
    kind: 'text',
    maxLength: 4096,
    format: 'path',
    initial: null,
    nullable: true,
    placeholder: '/etc/ssl/ca.pem',
    lockable: true,
  },
  handlerPort: { section: 'network', kind: 'number', min: 1024, max: 65_535, initial: 47_810, restart: true, lockable: true },
  watch: { section: 'notifications', kind: 'switch', initial: false, lockable: true },
  watchEmails: { section: 'notifications', kind: 'switch', initial: true, needs: ['watch'], lockable: true },
  watchKeys: { section: 'notifications', kind: 'switch', initial: true, needs: ['watch'], lockable: true },
  watchSessions: { section: 'notifications', kind: 'switch', initial: true, needs: ['watch'], lockable: true },
  watchInvitations: { section: 'notifications', kind: 'switch', initial: true, needs: ['watch'], lockable: true },
  watchSignUps: { section: 'notifications', kind: 'switch', initial: true, needs: ['watch'], lockable: true },
  watchDrift: { section: 'notifications', kind: 'switch', initial: true, needs: ['watch'], lockable: true },
  watchDigest: { section: 'notifications', kind: 'time', initial: null, own: true, needs: ['watch'], lockable: true },
  quietHours: { section: 'notifications', kind: 'hours', initial: null, own: true, needs: ['watch'] },
  startAtLogin: { section: 'desktop', kind: 'switch', initial: false, only: 'own-window', needs: ['installed'], lockable: true },
  trayIcon: { section: 'desktop', kind: 'switch', initial: false, only: 'own-window' },
  /** Whether closing the last window keeps the app in the tray. */
  closeToTray: { section: 'desktop', kind: 'switch', initial: false, only: 'own-window', needs: ['tray'] },
  /** Which keys open the palette over all programs. */
  paletteShortcut: {
    section: 'desktop',
    kind: 'choice',
    values: ['off', 'control-alt-k', 'control-alt-space', 'control-shift-space'],
    initial: 'off',
    only: 'own-window',
    isLong: true,
    lockable: true,
  },
  /** Whether quitting is confirmed also when it ends nothing. */
  askBeforeQuit: { section: 'desktop', kind: 'switch', initial: false, only: 'own-window' },
  hardwareAcceleration: { section: 'desktop', kind: 'switch', initial: true, only: 'own-window', restart: true },
  updates: { section: 'updates', kind: 'switch', initial: true, needs: ['update-source'], lockable: true },
  updateChannel: {
    section: 'updates',
    kind: 'choice',
    values: ['stable', 'beta'],
    initial: 'stable',
    needs: ['update-source', 'updates'],
    lockable: true,
  },
  /** The proxy whose sign-in is in the keychain. Only the main process changes it. */
  proxySignInUrl: { kind: 'text', maxLength: 2048, format: 'proxy-url', initial: null, nullable: true, placeholder: '' },
  navigationCollapsed: { kind: 'switch', initial: false },
  /** Whether the navigation lists the screens of the account; by the window's height until that is chosen. */
  accountEntries: { kind: 'choice', values: ['auto', 'shown', 'hidden'], initial: 'auto' },
  /** Width of the side panel beside a list, in CSS pixels. */
  panelWidth: { kind: 'number', min: 280, max: 960, initial: 364 },
} as const satisfies Readonly<Record<string, AnySetting>>;

type Rows = typeof settingRows;
export type SettingName = keyof Rows;

interface Hours {
  from: string;
  to: string;
}

type NullOf<R> = R extends { readonly nullable: true } ? null : never;
type ValueOf<R extends AnySetting> = R extends SwitchSetting
  ? boolean
  : R extends ChoiceSetting
    ? R['values'][number]
    : R extends NumberSetting
      ? number | NullOf<R>
      : R extends TextSetting
        ? string | NullOf<R>
        : R extends TimeSetting
          ? string | null
          : Hours | null;

export type Settings = { [K in SettingName]: ValueOf<Rows[K]> };

/** The names of all settings. */
export const settingNames = Object.keys(settingRows) as readonly SettingName[];

/** Settings that the user hasn't changed. */
export const defaultSettings = Object.fromEntries(settingNames.map((name) => [name, settingRows[name].initial])) as Settings;

/** The settings that a policy can lock to a value. */
export type LockableSetting = { [K in SettingName]: Rows[K] extends { readonly lockable: true } ? K : never }[SettingName];

/** The names of the settings that a policy can lock. */
export const lockableSettings = settingNames.filter((name): name is LockableSetting => 'lockable' in settingRows[name]);

/** Returns the row of a setting, as what all rows have in common. */
export function settingRow(name: SettingName): AnySetting {
  return settingRows[name];
}
