/** The built Electron host on the test double of Electron: starting, failing, and quitting. */
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { launchElectron, startElectron } from '../support/electron/launch';
import { prepareElectron, type RunningElectron, shownPages } from '../support/electron/process';
import { temporaryFolder } from '../support/temporary-folder';

beforeAll(() => prepareElectron());

const link = 'latchkey://handler/sign-up';

describe.skipIf(process.platform === 'win32')('a profile that can’t be used', () => {
  test('is shown as an error, and ends the program', async () => {
    const file = join(await temporaryFolder(), 'file');
    await writeFile(file, '');
    const running = await startElectron(join(file, 'profile'));
    expect(await running.exited).toBe(1);
    expect(running.complaints()).toMatch(/error box: Latchkey couldn’t start\n.*ENOTDIR/);
    expect(await readFile(file, 'utf8')).toBe('');
  });
});

describe('quitting', () => {
  test('waits for pending writes, also after a second request', async () => {
    const folder = await temporaryFolder();
    const running = await launchElectron(folder);
    await running.evaluate(({ windows, app }) => {
      const wire = windows[0]?.contents.page?.world.latchkey as { call(name: string, input: unknown): unknown };
      for (let panelWidth = 300; panelWidth <= 330; panelWidth += 1) wire.call('settings.update', { panelWidth });
      app.quit();
      app.quit();
    });
    expect(await running.exited).toBe(0);
    // The dialog waits for writes for some seconds only.
    await expect.poll(async () => JSON.parse(await readFile(join(folder, 'settings.json'), 'utf8')).data.panelWidth).toBe(330);
    expect(running.complaints()).toBe('');
  });

  test.each(['query-session-end', 'shutdown', 'last window'])('also happens on %s', async (way) => {
    const running = await launchElectron(await temporaryFolder());
    const delayed = await running.evaluate(({ windows, powerMonitor }, how) => {
      let prevented = false;
      const event = { preventDefault: () => (prevented = true) };
      if (how === 'shutdown') powerMonitor.tell('shutdown', event);
      else if (how === 'last window') windows[0]?.tryClose();
      else windows[0]?.tell('query-session-end', event);
      return prevented;
    }, way);
    expect(delayed).toBe(way === 'shutdown');
    expect(await running.exited).toBe(0);
  });
});

describe('a fault of the main process', () => {
  const secret = 'hunter2 of ada@example.com';

  /** Throws in the program, outside every handler. The user presses these buttons, and then lets the dialog stay open. */
  async function withFault(running: RunningElectron, buttons: readonly number[]): Promise<void> {
    await running.evaluate(
      ({ dialog }, { buttons, message }) => {
        dialog.responses.push(...buttons);
        dialog.response = null;
        setTimeout(() => {
          throw new TypeError(message);
        });
      },
      { buttons, message: secret },
    );
  }

  /** Writes the options of each restart to the process's error output. */
  async function showRelaunches(running: RunningElectron): Promise<void> {
    await running.evaluate(({ app }) => {
      const relaunch = app.relaunch.bind(app);
      Object.assign(app, {
        relaunch: (options: Electron.RelaunchOptions) => {
          relaunch(options);
          process.stderr.write(`relaunch: ${JSON.stringify(options)}\n`);
        },
      });
    });
  }

  const questions = (running: RunningElectron) => running.evaluate(({ dialog }) => dialog.questions);

  test('shows one dialog, copies codes without private parts, and restarts after what was being written', async () => {
    const folder = await temporaryFolder();
    const running = await launchElectron(folder, { args: [link] });
    await running.evaluate(({ windows }) => {
      const wire = windows[0]?.contents.page?.world.latchkey as { call(name: string, input: unknown): unknown };
      for (let panelWidth = 300; panelWidth <= 330; panelWidth += 1) wire.call('settings.update', { panelWidth });
    });
    await withFault(running, [1]);
    await expect.poll(async () => (await questions(running)).length).toBe(2);
    const [first] = await questions(running);
    expect(first).toMatchObject({
      message: 'Latchkey has to restart',
      buttons: ['Restart', 'Copy details', 'Quit'],
      defaultId: 0,
      cancelId: 2,
    });
    const copied = await running.evaluate(({ clipboard }) => clipboard.text);
    expect(copied).toMatch(/^TypeError: hunter2 of \[email\]\n.*\n\nLatchkey 0\.0\.0-stand-in, electron host\n/s);
    await withFault(running, []);
    expect(await questions(running)).toHaveLength(2);
    // The dialog waits for writes for some seconds only.
    await expect.poll(async () => JSON.parse(await readFile(join(folder, 'settings.json'), 'utf8')).data.panelWidth).toBe(330);
    const log = await readFile(join(folder, 'logs', 'latchkey.log'), 'utf8');
    expect(log).toContain('"what":"main-failed","type":"exception","error":"TypeError"');
    expect(log).not.toContain('hunter2');
  });

  test.each([
    ['restarts', 0, true],
    ['quits', 2, false],
  ])('%s when the user wants that', async (_what, button, isRestarted) => {
    const running = await launchElectron(await temporaryFolder(), { args: ['--at-login', link] });
    await showRelaunches(running);
    await withFault(running, [button]);
    expect(await running.exited).toBe(0);
    expect(running.complaints().includes('relaunch:')).toBe(isRestarted);
    if (isRestarted) {
      expect(running.complaints()).toContain('"--restarted-after-fault"');
      expect(running.complaints()).not.toContain('latchkey://');
      // The new process would wait in the tray.
      expect(running.complaints()).not.toContain('--at-login');
    }
  });

  test('restarts an AppImage by its file, because its content is gone by then', async () => {
    const running = await launchElectron(await temporaryFolder());
    await showRelaunches(running);
    await running.evaluate((_world, folder) => {
      Object.assign(process.env, { APPIMAGE: '/home/ada/Latchkey.AppImage', APPDIR: folder });
    }, dirname(process.execPath));
    await withFault(running, [0]);
    expect(await running.exited).toBe(0);
    expect(running.complaints()).toContain('"execPath":"/home/ada/Latchkey.AppImage"');
  });

  test('does not offer to restart first when it happens again after a restart', async () => {
    const running = await launchElectron(await temporaryFolder(), { args: ['--restarted-after-fault'] });
    await withFault(running, []);
    await expect.poll(() => questions(running)).toMatchObject([{ defaultId: 2, detail: expect.stringContaining('failed again') }]);
  });

  test('asks about unsaved input before it restarts, and continues as usual if the user stays', async () => {
    const running = await launchElectron(await temporaryFolder());
    await showRelaunches(running);
    await running.evaluate(({ windows }) => void Object.assign(windows[0]?.contents ?? {}, { unsaved: true }));
    await running.evaluate(({ dialog }) => {
      dialog.responses.push(0);
      dialog.response = 0;
      void Promise.reject(new Error('x'));
    });
    await expect
      .poll(async () => (await questions(running)).map(({ message }) => message))
      .toEqual(['Latchkey has to restart', 'Discard unsaved changes?']);
    expect(await shownPages(running)).toBe(1);
    // Another fault is shown, too.
    await withFault(running, []);
    await expect.poll(async () => (await questions(running)).length).toBe(3);
    await running.evaluate(({ app, windows }) => {
      Object.assign(windows[0]?.contents ?? {}, { unsaved: false });
      app.quit();
    });
    expect(await running.exited).toBe(0);
    expect(running.complaints()).toBe('');
  });
});

const settings = (data: object) => JSON.stringify({ format: 'latchkey/settings', version: 1, data });

describe('the locale of Chromium’s own controls', () => {
  test.each([
    ['the region that the system has for its language', null, 'en-GB'],
    ['the chosen language', settings({ language: 'ja' }), 'ja'],
    ['the system’s, when the settings are broken', '{', 'en-GB'],
  ])('is %s', async (_what, text, expected) => {
    const folder = await temporaryFolder();
    if (text !== null) await writeFile(join(folder, 'settings.json'), text);
    const running = await launchElectron(folder);
    expect(await running.evaluate(({ app }) => app.commandLine.getSwitchValue('lang'))).toBe(expected);
  });
});

describe('hardware acceleration', () => {
  test.each([
    ['by default', null, true],
    ['when it is turned off', settings({ hardwareAcceleration: false }), false],
    ['when the settings are broken', '{', true],
  ])('%s', async (_when, text, expected) => {
    const folder = await temporaryFolder();
    if (text !== null) await writeFile(join(folder, 'settings.json'), text);
    const running = await launchElectron(folder);
    expect(await running.evaluate(({ app }) => app.hasAcceleration)).toBe(expected);
  });

  test('is mentioned once after repeated crashes of the graphics process', async () => {
    const running = await launchElectron(await temporaryFolder());
    const crash = (type: string, reason: string, times: number) =>
      running.evaluate(
        ({ app }, { times, ...details }) => {
          for (let time = 0; time < times; time += 1) app.tell('child-process-gone', {}, { ...details, exitCode: 1 });
        },
        { type, reason, times },
      );
    const notices = async () => {
      const { value } = (await running.call('app.notices', {})) as { value: { value: { kind: string }[] } };
      return value.value.map(({ kind }) => kind).filter((kind) => kind !== 'memory-keychain');
    };
    await crash('Utility', 'crashed', 5);
    await crash('GPU', 'clean-exit', 5);
    await crash('GPU', 'crashed', 2);
    expect(await notices()).toEqual([]);
    await crash('GPU', 'oom', 4);
    expect(await notices()).toEqual(['graphics-crashed']);
  });
});
