/** The built Electron host on the test double of Electron: the shortcut that opens the palette over all programs. */
import { beforeAll, expect, test } from 'vitest';
import { launchElectron } from '../support/electron/launch';
import { prepareElectron, type RunningElectron } from '../support/electron/process';
import { temporaryFolder } from '../support/temporary-folder';

beforeAll(() => prepareElectron());

const keys = 'Control+Alt+K';
const change = (running: RunningElectron, settings: object) => running.call('settings.update', settings);
const registered = (running: RunningElectron) => running.evaluate(({ globalShortcut }) => [...globalShortcut.registered.keys()]);
const press = (running: RunningElectron) => running.evaluate(({ globalShortcut }, pressed) => globalShortcut.press(pressed), keys);
/** The addresses of the windows, after their `#`, and whether each is over all others. */
const shown = (running: RunningElectron) =>
  running.evaluate(({ windows }) =>
    windows.map(({ options, contents }) => [contents.face.getURL().split('#')[1] ?? '/', options.alwaysOnTop === true]),
  );

test('is taken from the system while the settings want it, also after a restart', async () => {
  const profile = await temporaryFolder();
  const running = await launchElectron(profile);
  expect(await registered(running)).toEqual([]);
  await change(running, { paletteShortcut: 'control-alt-k' });
  expect(await registered(running)).toEqual([keys]);
  running.process.kill('SIGTERM');
  await running.exited;
  const again = await launchElectron(profile);
  expect(await registered(again)).toEqual([keys]);
  await change(again, { paletteShortcut: 'off' });
  expect(await registered(again)).toEqual([]);
});

test('opens one small window, which closes when it is pressed again, or another window is used', async () => {
  const running = await launchElectron(await temporaryFolder());
  await change(running, { paletteShortcut: 'control-alt-k' });
  await press(running);
  await expect
    .poll(() => shown(running))
    .toEqual([
      ['/', false],
      ['/palette', true],
    ]);
  await press(running);
  await expect.poll(() => shown(running)).toEqual([['/', false]]);
  await press(running);
  // Only what is shown has a focus to lose.
  await expect.poll(() => running.evaluate(({ windows }) => windows[1]?.visible)).toBe(true);
  await running.evaluate(({ Window }) => Window.leave());
  await expect.poll(() => shown(running)).toEqual([['/', false]]);
});

test('says so if another program has it', async () => {
  const running = await launchElectron(await temporaryFolder(), { env: { STAND_IN_SHORTCUTS: keys } });
  await change(running, { paletteShortcut: 'control-alt-k' });
  expect(await registered(running)).toEqual([]);
  const notices = await running.call('app.notices', {});
  expect(JSON.stringify(notices)).toContain('shortcut-taken');
});
