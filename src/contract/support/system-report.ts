/** What a problem report says about this copy of Latchkey. In English, because it is read by those who develop it. */
import type { AppInfo, UpdateState } from '../bridge/app';

/** Returns the facts as lines of text, without secrets, and without the name of the user in the path of the data folder. */
export function systemReport(info: AppInfo, update: UpdateState): string {
  return [
    `Latchkey ${info.version}${info.automation ? ' (automation build)' : ''}, ${info.host} host`,
    `System: ${info.system} (${info.platform} ${info.arch})`,
    info.runtimes.map(({ name, version }) => `${name} ${version}`).join(', '),
    `Keychain: ${info.keychain}`,
    `Data folder: ${info.profileShown}`,
    `Updates: ${[update.state, ...('reason' in update ? [`(${update.reason})`] : []), ...('version' in update ? [update.version] : [])].join(' ')}`,
  ].join('\n');
}
