/** The packaged build; skipped where the specs drive the build in `out/`. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FuseState, FuseVersion, getCurrentFuseWire } from '@electron/fuses';
import { fuses } from '../../scripts/lib/packaging/fuses.mjs';
import { expect, electronTest as test } from '../support/browser/fixtures';

const program = process.env.LATCHKEY_ELECTRON_APP;

test.skip(program === undefined, 'LATCHKEY_ELECTRON_APP names no packaged build.');

test('is marked as the automation build, and allows no developer tools', async ({ electronApp, page, screens: _screens }) => {
  expect(await electronApp.evaluate(({ app }) => [app.isPackaged, app.getName()])).toEqual([true, 'Latchkey Automation']);
  await expect(page).toHaveTitle(/Automation/);
  const open = await electronApp.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    contents?.openDevTools();
    return contents?.isDevToolsOpened();
  });
  expect(open).toBe(false);
});

test('has the fuses that were written', async () => {
  const { version, ...wire } = await getCurrentFuseWire(program ?? '');
  expect(version).toBe(FuseVersion.V1);
  const found = Object.fromEntries(Object.entries(wire).map(([name, state]) => [name, state === FuseState.ENABLE]));
  expect(found).toMatchObject(fuses(true));
});

test('has its program in an archive, and only workers and native modules beside it', async ({ electronApp, screens: _screens }) => {
  const path = await electronApp.evaluate(({ app }) => app.getAppPath());
  expect(path).toMatch(/app\.asar$/);
  const beside = await readdir(join(`${path}.unpacked`, 'out', 'main'));
  expect(beside.filter((name) => !name.endsWith('-worker.js'))).toEqual([]);
});
