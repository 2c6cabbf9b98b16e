/** The shortest proof that a build works: it starts, opens the sandbox, writes, and is found again after a restart. */
import { drivenElectron } from '../../scripts/lib/electron-binary.mjs';
import { launchElectron } from '../support/browser/electron';
import { expect, electronTest as test } from '../support/browser/fixtures';
import { Screens } from '../support/browser/screens';

test('starts on a new profile, changes a user in the sandbox, and finds the connection after a restart', async ({
  electronApp,
  screens,
  profile,
}) => {
  await screens.startSandbox();
  await screens.search.fill('Grace Hopper');
  await screens.userRow(/Grace Hopper/).click();
  await screens.panel.getByRole('heading', { name: 'Grace Hopper' }).waitFor();
  await screens.renameUser('Grace Brewster Hopper');
  await expect(screens.panel.getByRole('heading', { name: 'Grace Brewster Hopper' })).toBeVisible();
  await electronApp.close();

  const driven = drivenElectron();
  if ('missing' in driven) throw new Error(driven.missing);
  const again = await launchElectron(driven, profile);
  const restarted = new Screens(await again.firstWindow());
  await restarted.openDemo();
  await expect(restarted.userRow(/Grace Brewster Hopper/)).toBeVisible();
  await again.close();
});

test('one process runs the program, and the sandbox and the keychain have one each', async ({ electronApp, screens }) => {
  await screens.startSandbox();
  const types = await electronApp.evaluate(({ app }) => app.getAppMetrics().map(({ type }) => type));
  expect(types.filter((type) => type === 'Browser')).toHaveLength(1);
  expect(types.filter((type) => type === 'Utility').length).toBeGreaterThanOrEqual(1);
});

test('ends within the patience of a system that shuts down', async ({ electronApp, screens }) => {
  await screens.startSandbox();
  const ended = new Promise<number | null>((resolve) => electronApp.process().once('exit', resolve));
  await electronApp.evaluate(({ app }) => app.quit());
  expect(await ended).toBe(0);
});

test('is sandboxed unless root runs it', async ({ electronApp, screens: _screens }) => {
  const isOff = await electronApp.evaluate(({ app }) => app.commandLine.hasSwitch('no-sandbox'));
  expect(isOff).toBe(process.getuid?.() === 0);
});
