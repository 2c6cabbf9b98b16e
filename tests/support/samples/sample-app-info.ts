/** What the app says about itself in Electron. */
import type { AppInfo } from '#contract/bridge/app.ts';

/** Not what this machine is called, and where it stores data. */
export const sampleAppInfo: AppInfo = {
  version: '1.4.0',
  host: 'electron',
  platform: 'linux',
  arch: 'x64',
  system: 'Ubuntu 26.04 LTS',
  runtimes: [
    { name: 'Electron', version: '41.2.0' },
    { name: 'Chromium', version: '146.0.7680.72' },
    { name: 'Node.js', version: '24.14.1' },
  ],
  profileFolder: '/home/ada/.config/Latchkey',
  profileShown: '~/.config/Latchkey',
  keychain: 'system',
  automation: false,
  canStartAtLogin: true,
  canOpenFiles: true,
  canFollowFiles: true,
};
