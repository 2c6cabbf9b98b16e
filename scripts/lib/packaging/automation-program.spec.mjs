import { expect, test } from 'vitest';
import { automationProgram } from './automation-program.mjs';
import { packConfig } from './pack-config.mjs';

test.each([
  ['linux', 'x64', 'dist/automation/linux-unpacked/latchkey-automation'],
  ['linux', 'arm64', 'dist/automation/linux-arm64-unpacked/latchkey-automation'],
  ['win32', 'x64', 'dist/automation/win-unpacked/Latchkey Automation.exe'],
  ['darwin', 'arm64', 'dist/automation/mac-arm64/Latchkey Automation.app/Contents/MacOS/Latchkey Automation'],
])('on %s, %s: %s', (platform, arch, program) => {
  expect(automationProgram(platform, arch)).toBe(program);
});

test('has the names that the packing gives it', () => {
  const { productName, linux } = packConfig(true);
  expect(automationProgram('linux', 'x64').endsWith(`/${linux?.executableName}`)).toBe(true);
  expect(automationProgram('win32', 'x64').endsWith(`/${productName}.exe`)).toBe(true);
});
