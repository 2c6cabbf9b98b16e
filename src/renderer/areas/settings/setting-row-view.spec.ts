import { expect, test } from 'vitest';
import type { LockState } from '#contract/bridge/lock.ts';
import { defaultSettings, type Settings } from '#contract/setting-rows.ts';
import { sections } from './sections';
import type { SettingFacts, SettingId } from './setting-row';
import { whyDisabled } from './setting-row-view';

const lock: LockState = { locked: false, problem: null, hasPassphrase: false, secrets: 'system', canSeal: false, canCheckPresence: false };

const facts = (settings: Partial<Settings> = {}, others: Partial<SettingFacts> = {}): SettingFacts => ({
  settings: { ...defaultSettings, ...settings },
  isElectron: true,
  canStartAtLogin: true,
  updates: { state: 'current', checkedAtMillis: null },
  policy: { state: 'none' },
  lock,
  ...others,
});

function reasonOf(id: SettingId, known: SettingFacts) {
  const row = sections.flatMap(({ rows }) => rows).find((candidate) => candidate.id === id);
  return row && whyDisabled(row, known);
}

test.each<[SettingId, string | undefined, SettingFacts]>([
  ['theme', undefined, facts({}, { isElectron: false })],
  ['startAtLogin', undefined, facts()],
  ['startAtLogin', 'settings.reason.browser', facts({}, { isElectron: false })],
  ['startAtLogin', 'settings.reason.source', facts({}, { canStartAtLogin: false })],
  ['closeToTray', 'settings.reason.tray', facts()],
  ['closeToTray', undefined, facts({ trayIcon: true })],
  ['closeToTray', 'settings.reason.browser', facts({ trayIcon: true }, { isElectron: false })],
  ['proxyUrl', 'settings.reason.proxy', facts()],
  ['proxyBypass', undefined, facts({ proxyMode: 'manual' })],
  ['watchKeys', 'settings.reason.watch', facts()],
  ['quietHours', undefined, facts({ watch: true })],
  ['lockAfterMinutes', 'settings.reason.passphrase', facts()],
  ['lockAfterMinutes', undefined, facts({}, { lock: { ...lock, hasPassphrase: true } })],
  ['lockOnSuspend', undefined, facts({}, { lock: { ...lock, hasPassphrase: true }, isElectron: false })],
  ['sealedSecrets', 'settings.reason.keychain', facts({}, { lock: { ...lock, hasPassphrase: true } })],
  ['sealedSecrets', 'settings.reason.memory', facts({}, { lock: { ...lock, hasPassphrase: true, secrets: 'memory' } })],
  ['sealedSecrets', 'settings.reason.passphrase', facts({}, { lock: { ...lock, secrets: 'memory', canSeal: true } })],
  ['sealedSecrets', undefined, facts({}, { lock: { ...lock, hasPassphrase: true, secrets: 'memory', canSeal: true } })],
  ['updates', undefined, facts()],
  ['updates', undefined, facts({ updates: false }, { updates: { state: 'off', reason: 'setting' } })],
  ['updates', 'settings.reason.updates.store', facts({}, { updates: { state: 'off', reason: 'store' } })],
  ['updateChannel', 'settings.reason.updates.not-offered', facts({}, { updates: { state: 'off', reason: 'not-offered' } })],
  ['updateChannel', 'settings.reason.updates', facts({ updates: false }, { updates: { state: 'off', reason: 'setting' } })],
])('%s: %s', (id, reason, known) => {
  expect(reasonOf(id, known)).toBe(reason);
});
