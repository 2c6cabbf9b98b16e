import type { Settings } from './bridge/settings';

/** Settings that the user hasn’t changed. */
export const defaultSettings: Settings = {
  theme: 'system',
  contrast: 'system',
  language: 'system',
  navigationCollapsed: false,
  panelWidth: 364,
  handlerPort: 47_810,
  updates: true,
  updateChannel: 'stable',
};
