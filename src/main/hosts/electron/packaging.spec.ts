/** What the packaged program may not do is written into its binary: every fuse, each by a decision. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FuseV1Options } from '@electron/fuses';
import { expect, test } from 'vitest';
import { fuses } from '../../../../scripts/lib/after-pack.mjs';

const root = join(import.meta.dirname, '../../../..');
const names = Object.values(FuseV1Options).filter((value): value is keyof typeof FuseV1Options => typeof value === 'string');

function named(values: Readonly<Record<number, boolean>>): Record<string, boolean | undefined> {
  return Object.fromEntries(names.map((name) => [name, values[FuseV1Options[name]]]));
}

test('every fuse that there is has its value', () => {
  expect(named(fuses(false))).toEqual({
    RunAsNode: false,
    EnableCookieEncryption: true,
    EnableNodeOptionsEnvironmentVariable: false,
    EnableNodeCliInspectArguments: false,
    EnableEmbeddedAsarIntegrityValidation: true,
    OnlyLoadAppFromAsar: true,
    LoadBrowserProcessSpecificV8Snapshot: false,
    GrantFileProtocolExtraPrivileges: false,
    WasmTrapHandlers: true,
  });
});

test('the build that tests may drive differs by the inspector only', () => {
  expect(named(fuses(true))).toEqual({ ...named(fuses(false)), EnableNodeCliInspectArguments: true });
});

test('the package holds what runs and no entry of the command line, and calls the hook that writes the fuses', () => {
  const config = readFileSync(join(root, 'electron-builder.yml'), 'utf8');
  for (const line of ['afterPack: ./scripts/lib/after-pack.mjs', "'!out/main/browser.js'", 'asar: true', 'schemes: [latchkey]'])
    expect(config).toContain(line);
  const hook = readFileSync(join(root, 'scripts/lib/after-pack.mjs'), 'utf8');
  expect(hook).toContain('strictlyRequireAllFuses: true');
});
