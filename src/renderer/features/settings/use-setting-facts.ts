import { useAppInfo } from '../../blocks/about/use-app-info';
import { isElectron } from '../../lib/is-electron';
import { useLock } from '../../stores/lock';
import { usePolicy } from '../../stores/policy';
import { useSettings } from '../../stores/settings';
import { useUpdates } from '../../stores/updates';
import type { SettingFacts } from './setting-row';

/** Returns what decides which settings can be changed. */
export function useSettingFacts(): SettingFacts {
  const canStartAtLogin = useAppInfo().data?.canStartAtLogin ?? true;
  return { settings: useSettings(), isElectron, canStartAtLogin, updates: useUpdates(), policy: usePolicy(), lock: useLock() };
}
