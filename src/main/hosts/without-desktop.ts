/** The ports of hosts that have no windows of their own: no dialogs, notifications, or anything else of a desktop. */
import type { Ports } from '../ports/ports';

export const withoutDesktop = {
  clipboard: null,
  confirm: null,
  chooseEnvFile: null,
  chooseSettingsFile: null,
  chooseFolder: null,
  openFile: null,
  minimizeWindow: null,
  focusWindow: null,
  notify: null,
  runCommand: null,
  power: null,
  presence: null,
  linkRegistration: null,
  updater: { off: 'not-offered' },
  clearHostData: null,
} as const satisfies Partial<Ports>;
