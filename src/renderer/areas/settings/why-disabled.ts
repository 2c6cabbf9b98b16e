import type { SettingNeed } from '#contract/setting-rows.ts';
import type { MessageKey } from '#messages/translator.ts';
import type { SettingFacts, SettingRow } from './setting-row';

/** Returns why a need isn't met; undefined if it is. */
type Check = (facts: SettingFacts) => MessageKey | undefined;

const withoutPassphrase: Check = ({ lock }) => (lock.hasPassphrase ? undefined : 'settings.reason.passphrase');

const checks: Readonly<Record<SettingNeed | 'sealing', Check>> = {
  passphrase: withoutPassphrase,
  'manual-proxy': ({ settings }) => (settings.proxyMode === 'manual' ? undefined : 'settings.reason.proxy'),
  watch: ({ settings }) => (settings.watch ? undefined : 'settings.reason.watch'),
  tray: ({ settings }) => (settings.trayIcon ? undefined : 'settings.reason.tray'),
  installed: ({ canStartAtLogin }) => (canStartAtLogin ? undefined : 'settings.reason.source'),
  'update-source': ({ updates }) =>
    updates.state === 'off' && updates.reason !== 'setting' ? (`settings.reason.updates.${updates.reason}` as const) : undefined,
  updates: ({ settings }) => (settings.updates ? undefined : 'settings.reason.updates'),
  sealing: (facts) => {
    if (facts.lock.canSeal) return withoutPassphrase(facts);
    return facts.lock.secrets === 'memory' ? 'settings.reason.memory' : 'settings.reason.keychain';
  },
};

/** Returns why a setting can't be changed now; undefined if it can. */
export function whyDisabled({ only, needs = [] }: SettingRow, facts: SettingFacts): MessageKey | undefined {
  if (only === 'own-window' && !facts.isElectron) return 'settings.reason.browser';
  for (const need of needs) {
    const reason = checks[need](facts);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
