import type { Settings } from '../../contract/bridge/settings';
import { defaultSettings } from '../../contract/default-settings';
import { api, onPush, wire } from '../api';
import { createMirror } from './mirror';

/** The settings, mirrored from the main process. */
export const settingsStore = createMirror<Settings>({
  subscribe: (listener) => onPush('settings.changed', listener),
  read: () => api.settings.read({}),
  onReconnect: wire.onReconnect,
});

/** The settings; the defaults until they were read. */
export function useSettings(): Settings {
  return settingsStore((state) => state.value) ?? defaultSettings;
}

/** Changes some settings: at once in this window, then in the profile. A failure is thrown and the change taken back. */
export async function updateSettings(change: Partial<Settings>): Promise<void> {
  const before = settingsStore.getState().value ?? defaultSettings;
  settingsStore.setState({ value: { ...before, ...change } });
  try {
    await api.settings.update(change);
  } catch (thrown) {
    settingsStore.setState({ value: before });
    await settingsStore.refresh();
    throw thrown;
  }
}
