/** What the screen shows: the settings that belong to each section, and between them what is no setting. */
import { AppWindow, Bell, Download, EyeOff, Info, Languages, type LucideIcon, Network, Palette, Plug, ShieldCheck } from 'lucide-react';
import { type SettingsSectionId, settingNames, settingRow, settingRows, settingsSectionIds } from '#contract/setting-rows.ts';
import type { ExtraId, SettingId, SettingRow, SettingsSection, ShownSetting } from './setting-row';

const icons: Readonly<Record<SettingsSectionId, LucideIcon>> = {
  appearance: Palette,
  language: Languages,
  safety: ShieldCheck,
  privacy: EyeOff,
  network: Network,
  notifications: Bell,
  desktop: AppWindow,
  updates: Download,
  connections: Plug,
  about: Info,
};

interface Extra extends SettingRow {
  readonly id: ExtraId;
  /** The row that it follows; absent at the end of its section. */
  readonly after?: SettingId;
}

const extras: Readonly<Partial<Record<SettingsSectionId, readonly Extra[]>>> = {
  safety: [{ id: 'passphrase', after: 'clipboardSeconds' }, { id: 'sealedSecrets', needs: ['sealing'] }, { id: 'clearData' }],
  network: [
    { id: 'proxySignIn', after: 'proxyUrl', needs: ['manual-proxy'] },
    { id: 'certificates', after: 'caFile' },
  ],
  notifications: [
    { id: 'watchRules', after: 'watchDrift', needs: ['watch'] },
    { id: 'notifications', needs: ['watch'] },
  ],
  desktop: [{ id: 'linkTest', after: 'closeToTray', only: 'own-window' }],
  updates: [{ id: 'updateStatus' }],
  connections: [{ id: 'transfer' }],
  about: [
    { id: 'version' },
    { id: 'host' },
    { id: 'keychain' },
    { id: 'profile' },
    { id: 'settingsFile' },
    { id: 'systemReport' },
    { id: 'licenses' },
    { id: 'policy' },
  ],
};

/** Whether a setting is one that the screen shows. */
export function isShownSetting(id: string): id is ShownSetting {
  return id in settingRows && 'section' in settingRows[id as ShownSetting];
}

function rowsOf(section: SettingsSectionId): readonly SettingRow[] {
  const own = settingNames.filter(isShownSetting).filter((name) => settingRow(name).section === section);
  const all = extras[section] ?? [];
  const settings = own.flatMap((id): SettingRow[] => [{ ...settingRow(id), id }, ...all.filter(({ after }) => after === id)]);
  return [...settings, ...all.filter(({ after }) => after === undefined)];
}

/** The sections of the screen, with their rows. */
export const sections: readonly SettingsSection[] = settingsSectionIds.map((id) => ({ id, icon: icons[id], rows: rowsOf(id) }));
