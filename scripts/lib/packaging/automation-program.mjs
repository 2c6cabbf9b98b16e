/** The program of the automation build. */
import { posix } from 'node:path';

const automationFolder = 'dist/automation';

/**
 * The path of the automation build's program from the project's folder, where electron-builder writes it.
 * @param {string} platform
 * @param {string} arch
 */
export function automationProgram(platform, arch) {
  const suffix = arch === 'x64' ? '' : `-${arch}`;
  if (platform === 'darwin')
    return posix.join(automationFolder, `mac${suffix}`, 'Latchkey Automation.app', 'Contents', 'MacOS', 'Latchkey Automation');
  if (platform === 'win32') return posix.join(automationFolder, `win${suffix}-unpacked`, 'Latchkey Automation.exe');
  return posix.join(automationFolder, `linux${suffix}-unpacked`, 'latchkey-automation');
}
