/** Every setting of the screen, one row each. */
import { AppWindow, Bell, Download, EyeOff, Info, Languages, Monitor, Moon, Network, Palette, Plug, ShieldCheck, Sun } from 'lucide-react';
import { languages } from '#messages/translator.ts';
import type { SettingFacts, SettingsSection } from './setting-row';

export const sections: readonly SettingsSection[] = [
  {
    id: 'appearance',
    icon: Palette,
    rows: [
      {
        id: 'theme',
        control: {
          kind: 'choice',
          setting: 'theme',
          look: 'segments',
          options: [
            { value: 'system', label: 'settings.theme.system', icon: Monitor },
            { value: 'light', label: 'settings.theme.light', icon: Sun },
            { value: 'dark', label: 'settings.theme.dark', icon: Moon },
          ],
        },
      },
      {
        id: 'contrast',
        control: {
          kind: 'choice',
          setting: 'contrast',
          look: 'segments',
          options: [
            { value: 'system', label: 'settings.contrast.system' },
            { value: 'more', label: 'settings.contrast.more' },
          ],
        },
      },
    ],
  },
  {
    id: 'language',
    icon: Languages,
    rows: [
      {
        id: 'language',
        control: {
          kind: 'choice',
          setting: 'language',
          look: 'list',
          options: (['system', ...languages, 'pseudo'] as const).map((value) => ({ value, label: `settings.language.${value}` as const })),
        },
      },
    ],
  },
  {
    id: 'safety',
    icon: ShieldCheck,
    rows: [
      { id: 'readOnly', control: { kind: 'switch', setting: 'readOnly' } },
      { id: 'clipboardSeconds', control: { kind: 'number', setting: 'clipboardSeconds', unit: 'settings.unit.seconds' } },
      { id: 'passphrase', control: { kind: 'own', name: 'passphrase' } },
      {
        id: 'lockAfterMinutes',
        control: { kind: 'own', setting: 'lockAfterMinutes', name: 'lock-after' },
        disabled: withoutPassphrase,
      },
      { id: 'lockOnSuspend', control: { kind: 'switch', setting: 'lockOnSuspend' }, disabled: withoutPassphrase },
      { id: 'sealedSecrets', control: { kind: 'own', name: 'sealed-secrets' }, disabled: whyNotSealed },
      { id: 'clearData', control: { kind: 'own', name: 'clear-data' } },
    ],
  },
  {
    id: 'privacy',
    icon: EyeOff,
    rows: [
      { id: 'privacyMode', control: { kind: 'switch', setting: 'privacyMode' } },
      { id: 'captureProtection', control: { kind: 'switch', setting: 'captureProtection' }, only: 'own-window' },
    ],
  },
  {
    id: 'network',
    icon: Network,
    rows: [
      {
        id: 'proxyMode',
        control: {
          kind: 'choice',
          setting: 'proxyMode',
          look: 'segments',
          options: [
            { value: 'system', label: 'settings.proxy.system' },
            { value: 'none', label: 'settings.proxy.none' },
            { value: 'manual', label: 'settings.proxy.manual' },
          ],
        },
      },
      {
        id: 'proxyUrl',
        control: { kind: 'text', setting: 'proxyUrl', placeholder: 'http://proxy.example:3128', error: 'settings.error.proxy-url' },
        disabled: unlessManualProxy,
      },
      {
        id: 'proxyBypass',
        control: { kind: 'text', setting: 'proxyBypass', placeholder: 'localhost, .example.com', error: 'settings.error.hosts' },
        disabled: unlessManualProxy,
      },
      { id: 'caFile', control: { kind: 'text', setting: 'caFile', placeholder: '/etc/ssl/ca.pem', error: 'settings.error.path' } },
      { id: 'handlerPort', control: { kind: 'number', setting: 'handlerPort' }, restart: true },
    ],
  },
  {
    id: 'notifications',
    icon: Bell,
    rows: [
      { id: 'watch', control: { kind: 'switch', setting: 'watch' } },
      { id: 'watchEmails', control: { kind: 'switch', setting: 'watchEmails' }, disabled: unlessWatching },
      { id: 'watchKeys', control: { kind: 'switch', setting: 'watchKeys' }, disabled: unlessWatching },
      { id: 'watchSessions', control: { kind: 'switch', setting: 'watchSessions' }, disabled: unlessWatching },
      { id: 'watchInvitations', control: { kind: 'switch', setting: 'watchInvitations' }, disabled: unlessWatching },
      { id: 'quietHours', control: { kind: 'own', setting: 'quietHours', name: 'quiet-hours' }, disabled: unlessWatching },
      { id: 'notifications', control: { kind: 'own', name: 'notification-test' }, disabled: unlessWatching },
    ],
  },
  {
    id: 'desktop',
    icon: AppWindow,
    rows: [
      {
        id: 'startAtLogin',
        control: { kind: 'switch', setting: 'startAtLogin' },
        only: 'own-window',
        disabled: ({ canStartAtLogin }) => (canStartAtLogin ? undefined : 'settings.reason.source'),
      },
      { id: 'trayIcon', control: { kind: 'switch', setting: 'trayIcon' }, only: 'own-window' },
      {
        id: 'closeToTray',
        control: { kind: 'switch', setting: 'closeToTray' },
        only: 'own-window',
        disabled: ({ settings }) => (settings.trayIcon ? undefined : 'settings.reason.tray'),
      },
      { id: 'linkTest', control: { kind: 'own', name: 'link-test' }, only: 'own-window' },
      { id: 'hardwareAcceleration', control: { kind: 'switch', setting: 'hardwareAcceleration' }, only: 'own-window', restart: true },
    ],
  },
  {
    id: 'updates',
    icon: Download,
    rows: [
      { id: 'updates', control: { kind: 'switch', setting: 'updates' }, disabled: whyNoUpdates },
      {
        id: 'updateChannel',
        control: {
          kind: 'choice',
          setting: 'updateChannel',
          look: 'segments',
          options: [
            { value: 'stable', label: 'shell.updates.channel.stable' },
            { value: 'beta', label: 'shell.updates.channel.beta' },
          ],
        },
        disabled: (facts) => whyNoUpdates(facts) ?? (facts.settings.updates ? undefined : 'settings.reason.updates'),
      },
      { id: 'updateStatus', control: { kind: 'own', name: 'update-status' } },
    ],
  },
  { id: 'connections', icon: Plug, rows: [{ id: 'transfer', control: { kind: 'own', name: 'transfer' } }] },
  {
    id: 'about',
    icon: Info,
    rows: [
      { id: 'version', control: { kind: 'own', name: 'version' } },
      { id: 'host', control: { kind: 'own', name: 'host' } },
      { id: 'keychain', control: { kind: 'own', name: 'keychain' } },
      { id: 'profile', control: { kind: 'own', name: 'data-folder' } },
      { id: 'systemReport', control: { kind: 'own', name: 'system-report' } },
      { id: 'licenses', control: { kind: 'own', name: 'licenses' } },
      { id: 'policy', control: { kind: 'own', name: 'policy' } },
    ],
  },
];

/** Nothing locks until there is a passphrase that unlocks. */
function withoutPassphrase({ lock }: SettingFacts) {
  return lock.hasPassphrase ? undefined : ('settings.reason.passphrase' as const);
}

function whyNotSealed(facts: SettingFacts) {
  if (facts.lock.canSeal) return withoutPassphrase(facts);
  return facts.lock.secrets === 'memory' ? 'settings.reason.memory' : 'settings.reason.keychain';
}

function unlessManualProxy({ settings }: SettingFacts) {
  return settings.proxyMode === 'manual' ? undefined : 'settings.reason.proxy';
}

function unlessWatching({ settings }: SettingFacts) {
  return settings.watch ? undefined : 'settings.reason.watch';
}

function whyNoUpdates({ updates }: SettingFacts) {
  return updates.state === 'off' && updates.reason !== 'setting' ? (`settings.reason.updates.${updates.reason}` as const) : undefined;
}
