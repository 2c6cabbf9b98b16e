import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { restrictsNamespaces, whyEnded } from './early-end.mjs';

test.each([
  ['no setting', {}, false],
  ['Ubuntu 24.04', { 'kernel/apparmor_restrict_unprivileged_userns': '1\n' }, true],
  ['Ubuntu 24.04 with the restriction turned off', { 'kernel/apparmor_restrict_unprivileged_userns': '0\n' }, false],
  ['Debian 10', { 'kernel/unprivileged_userns_clone': '0\n' }, true],
  ['a hardened kernel', { 'kernel/unprivileged_userns_clone': '1\n', 'user/max_user_namespaces': '0\n' }, true],
  ['Debian 12', { 'kernel/unprivileged_userns_clone': '1\n', 'user/max_user_namespaces': '31231\n' }, false],
])('reads from the settings of %s whether user namespaces are restricted', (_what, files, expected) => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  expect(restrictsNamespaces(folder)).toBe(expected);
});

test.each([
  [
    { code: null, signal: /** @type {const} */ ('SIGTRAP') },
    { isRestricted: true },
    /\(SIGTRAP\).*user namespaces.*AppArmor.*docs\/packaging\.md/,
  ],
  [{ code: 1, signal: null }, { isRoot: true, isRestricted: true }, /\(exit code 1\)\. It doesn’t run as root\./],
  [{ code: 127, signal: null }, {}, /\(exit code 127\)\. See its output above\./],
  [{ code: null, signal: null, message: 'spawn EACCES' }, {}, /didn’t start \(spawn EACCES\)/],
])('says how Electron ended: %j', (ending, system, expected) => {
  expect(whyEnded(ending, { isRoot: false, isRestricted: false, ...system })).toMatch(expected);
});
