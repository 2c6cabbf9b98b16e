import type { MessageKey } from '#messages/translator.ts';
import type { SettingFacts, SettingRow } from './setting-row';

/** Returns why a setting can't be changed now; undefined if it can. */
export function whyDisabled(row: SettingRow, facts: SettingFacts): MessageKey | undefined {
  if (row.only === 'own-window' && !facts.isElectron) return 'settings.reason.browser';
  return row.disabled?.(facts);
}
