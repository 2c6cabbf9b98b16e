/** Why Electron ended before it had a window. Its own message is in its output, often only for those who know Chromium. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Settings of Linux that keep Chromium's sandbox from working, and their values. */
const restrictions = [
  ['kernel/apparmor_restrict_unprivileged_userns', '1'],
  ['kernel/unprivileged_userns_clone', '0'],
  ['user/max_user_namespaces', '0'],
];

/**
 * Whether programs without privileges may not create user namespaces, as on Ubuntu 23.10 and later.
 * @param {string} [settings] The folder with the kernel's settings.
 */
export function restrictsNamespaces(settings = '/proc/sys') {
  return restrictions.some(([name = '', value]) => {
    const file = join(settings, name);
    return existsSync(file) && readFileSync(file, 'utf8').trim() === value;
  });
}

/**
 * One line that says how Electron ended, and the likely cause where one is known.
 * @param {{ code: number | null, signal: NodeJS.Signals | null, message?: string }} ending
 * @param {{ isRoot?: boolean, isRestricted?: boolean }} [system]
 */
export function whyEnded({ code, signal, message }, { isRoot = process.getuid?.() === 0, isRestricted = restrictsNamespaces() } = {}) {
  const how =
    message === undefined
      ? `Electron ended before its window opened (${signal ?? `exit code ${code}`}).`
      : `Electron didn’t start (${message}).`;
  if (isRoot) return `${how} It doesn’t run as root.`;
  if (isRestricted)
    return `${how} This system restricts unprivileged user namespaces, which its sandbox requires. The deb package contains an AppArmor profile that allows them, see docs/packaging.md.`;
  return `${how} See its output above.`;
}
