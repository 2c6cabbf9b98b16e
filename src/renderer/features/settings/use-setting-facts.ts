import { isElectron } from '../../lib/is-electron';
import { useSettings } from '../../stores/settings';
import { useUpdates } from '../../stores/updates';
import type { SettingFacts } from './setting-row';

/** Returns what decides which settings can be changed. */
export function useSettingFacts(): SettingFacts {
  return { settings: useSettings(), isElectron, updates: useUpdates() };
}
