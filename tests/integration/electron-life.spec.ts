/** The built Electron host on the test double of Electron: windows, second instances, links, failures and quitting. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { launchElectron, startElectron } from '../support/electron/launch';
import { firstPage, prepareElectron, type RunningElectron } from '../support/electron/process';
import { temporaryFolder } from '../support/temporary-folder';

beforeAll(() => prepareElectron());

/** Returns how many windows show a page. */
const shown = (running: RunningElectron) =>
  running.evaluate(({ windows }) => windows.filter(({ contents }) => contents.page !== null).length);
const boundsOf = (running: RunningElectron) => running.evaluate(({ windows }) => windows.map(({ bounds }) => bounds));
const link = 'latchkey://handler/sign-up';

/** Returns the pending links. */
async function linksOf(running: RunningElectron): Promise<string[]> {
  const { value } = (await running.call('links.list', {})) as { value: { value: { kind: string }[] } };
  return value.value.map(({ kind }) => kind);
}

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

describe('windows', () => {
  test('open at a requested path, and all receive shared events', async () => {
    const running = await launchElectron(await temporaryFolder());
    expect(await running.call('app.openWindow', { path: '/c/ae/users?q=a' })).toEqual({ ok: true, value: { url: null } });
    await expect.poll(() => shown(running)).toBe(2);
    const addresses = await running.evaluate(({ windows }) => windows.map(({ contents }) => contents.getURL()));
    expect(addresses).toEqual(['app://bundle/', 'app://bundle/#/c/ae/users?q=a']);
    const [first, second] = await boundsOf(running);
    expect([second?.x, second?.y]).toEqual([(first?.x ?? 0) + 24, (first?.y ?? 0) + 24]);
    await running.call('settings.update', { panelWidth: 400 });
    expect((await running.heard('settings.changed')).map((told) => told.length)).toEqual([1, 1]);
  });

  test('are restored at their last position on the available displays, for each connection separately', async () => {
    const folder = await temporaryFolder();
    const [desk, wall] = [
      { x: 0, y: 0, width: 1600, height: 900 },
      { x: 1600, y: 0, width: 1920, height: 1080 },
    ];
    const running = await launchElectron(folder);
    const reopen = async () => {
      await running.call('app.openWindow', { path: '/c/ae/users' });
      await expect.poll(() => shown(running)).toBe(2);
      return (await boundsOf(running))[1];
    };
    await running.evaluate(({ screen }, areas) => screen.plug(...areas), [desk, wall]);
    await reopen();
    const there = { x: 2000, y: 100, width: 1200, height: 700 };
    const close = (bounds: typeof there) =>
      running.evaluate(({ windows }, to) => {
        windows[1]?.moveTo(to);
        windows[1]?.tryClose();
      }, bounds);
    await close(there);
    expect(await reopen()).toEqual(there);
    await close(there);
    await running.evaluate(({ screen }, area) => screen.plug(area), desk);
    expect(await reopen()).toEqual({ x: 200, y: 100, width: 1200, height: 700 });
    await close(there);

    await running.evaluate(({ windows, app }) => {
      windows[0]?.contents.route('/c/other/users');
      windows[0]?.moveTo({ x: 40, y: 60, width: 1100, height: 680 });
      app.quit();
    });
    expect(await running.exited).toBe(0);
    // It starts on Home, where no window was left.
    const again = await launchElectron(folder);
    expect(await boundsOf(again)).toEqual([{ x: 40, y: 60, width: 1100, height: 680 }]);
    const kept = JSON.parse(await readFile(join(folder, 'windows.json'), 'utf8'));
    expect(kept.data).toMatchObject({ ae: there, other: { x: 40, y: 60 } });
  });

  test.each([0, 1])('restore the position of the window that was used last, whichever closes last: %i', async (used) => {
    const folder = await temporaryFolder();
    const running = await launchElectron(folder);
    await running.call('app.openWindow', { path: '/c/ae/users' });
    await expect.poll(() => shown(running)).toBe(2);
    const places = [
      { x: 40, y: 60, width: 1100, height: 680 },
      { x: 300, y: 90, width: 1200, height: 690 },
    ];
    await running.evaluate(
      ({ windows, app }, { used, places }) => {
        windows.forEach((window, at) => {
          window.moveTo(places[at] ?? window.bounds);
        });
        windows[1 - used]?.focus();
        windows[used]?.focus();
        app.quit();
      },
      { used, places },
    );
    expect(await running.exited).toBe(0);
    expect(await boundsOf(await launchElectron(folder))).toEqual([places[used]]);
  });

  test('stay hidden until their page is ready, maximized or not', async () => {
    const folder = await temporaryFolder();
    for (const _start of ['first', 'second']) {
      const running = await startElectron(folder);
      const before = await running.evaluate(
        ({ app, windows }) =>
          new Promise((done) => {
            const look = () => {
              const [window] = windows;
              if (window === undefined) return void setTimeout(look, 0);
              done(window.visible && window.contents.page === null);
            };
            void app.whenReady().then(look);
          }),
      );
      expect(before).toBe(false);
      await firstPage(running);
      await expect.poll(() => running.evaluate(({ windows }) => windows[0]?.visible)).toBe(true);
      await running.evaluate(({ windows, app }) => {
        windows[0]?.maximize();
        app.quit();
      });
      await running.exited;
    }
  });

  test('follow the system’s theme as it changes', async () => {
    const running = await launchElectron(await temporaryFolder());
    const turned = await running.evaluate(({ windows, nativeTheme }) => {
      nativeTheme.turn(true);
      return windows[0]?.backgroundColor;
    });
    expect(turned).toBe('#111113');
  });

  test('receive commands for the window that was used last, also while another program has the focus', async () => {
    const running = await launchElectron(await temporaryFolder());
    await running.call('app.openWindow', { path: '/c/ae/users' });
    await expect.poll(() => shown(running)).toBe(2);
    await running.evaluate(({ windows, menuItems, Window }) => {
      windows[0]?.focus();
      Window.leave();
      const click = menuItems().find(({ id }) => id === 'shortcuts')?.click as (() => void) | undefined;
      click?.();
    });
    expect((await running.heard('app.command')).map((told) => told.length)).toEqual([1, 0]);
    await running.evaluate(({ app, windows }) => {
      for (const window of windows) Object.assign(window, { minimized: true, visible: false });
      app.tell('second-instance', {}, [], '/', { link: null });
    });
    expect(await running.evaluate(({ windows }) => windows.map(({ visible }) => visible))).toEqual([true, false]);
  });

  test('are maximized again', async () => {
    const folder = await temporaryFolder();
    const running = await launchElectron(folder);
    await running.evaluate(({ windows, app }) => {
      windows[0]?.maximize();
      app.quit();
    });
    await running.exited;
    const again = await launchElectron(folder);
    expect(await again.evaluate(({ windows }) => windows[0]?.isMaximized())).toBe(true);
  });
});

describe('a second instance', () => {
  test('exits after focusing the first one’s window and passing its link on', async () => {
    const folder = await temporaryFolder();
    const running = await launchElectron(folder);
    await running.evaluate(({ windows }) => {
      for (const window of windows) Object.assign(window, { minimized: true, visible: false });
    });
    const second = await startElectron(folder, { args: ['--unknown', link] });
    expect(await second.exited).toBe(0);
    await expect.poll(() => linksOf(running)).toEqual(['sign-up']);
    expect(await running.evaluate(({ windows }) => windows.map(({ visible, minimized }) => [visible, minimized]))).toEqual([[true, false]]);
    const third = await startElectron(folder, { args: ['https://example.com/', 'notlatchkey://x'] });
    expect(await third.exited).toBe(0);
    expect(await linksOf(running)).toEqual(['sign-up']);
  });

  test.each([[null], ['text'], [{ link: 7 }], [{ link: 'https://example.com/' }], [{ link: { toString: 'latchkey:' } }]])(
    'with invalid data %j only focuses the window',
    async (data) => {
      const running = await launchElectron(await temporaryFolder());
      await running.evaluate(({ app }, said) => app.tell('second-instance', {}, [], '/', said), data);
      expect(await linksOf(running)).toEqual([]);
    },
  );
});

describe('a link', () => {
  test.each([
    ['among the arguments of a start', { args: [link] }],
    ['that macOS tells of before the program is ready', { link }],
  ])('%s is pending when the first page has loaded', async (_how, options) => {
    const running = await launchElectron(await temporaryFolder(), options);
    expect(await linksOf(running)).toEqual(['sign-up']);
  });

  test('that macOS reports later is opened immediately, in a new window if there is none', async () => {
    const running = await launchElectron(await temporaryFolder());
    const open = (url: string) => running.evaluate(({ app }, text) => app.tell('open-url', { preventDefault: () => undefined }, text), url);
    await open(link);
    await open('https://example.com/');
    await open('javascript:alert(1)');
    expect(await linksOf(running)).toEqual(['sign-up']);
    // Like on macOS, where the program keeps running without windows.
    await running.evaluate(({ app, windows }) => {
      app.tell = new Proxy(app.tell, { apply: (tell, self, args) => args[0] !== 'window-all-closed' && Reflect.apply(tell, self, args) });
      windows[0]?.tryClose();
    });
    await open('latchkey://handler/sign-out');
    await expect.poll(() => shown(running)).toBe(1);
    expect(await linksOf(running)).toEqual(['sign-up', 'sign-out']);
  });
});

describe('a page whose process crashes', () => {
  const addressesOf = (running: RunningElectron) =>
    running.evaluate(({ windows }) => windows[0]?.contents.loads.map(({ url, status }) => `${status} ${url}`));

  test('is reloaded; after two crashes in a minute a plain page reports it and links back', async () => {
    const running = await launchElectron(await temporaryFolder());
    const crash = (reason: string) => running.evaluate(({ windows }, why) => windows[0]?.contents.crash(why), reason);
    await crash('clean-exit');
    await crash('crashed');
    await expect.poll(() => addressesOf(running)).toEqual(['200 app://bundle/', '200 app://bundle/']);
    await crash('oom');
    await expect.poll(() => addressesOf(running)).toHaveLength(3);
    const plain = await running.evaluate(({ windows }) => windows[0]?.contents.loads[2]);
    expect(plain).toMatchObject({ url: 'app://bundle/crashed', status: 200 });
    expect(plain?.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'none'; style-src 'self' 'nonce-[\w-]{22}';/,
    );
    expect(plain?.text).toContain('This window crashed');
    expect(plain?.text).not.toMatch(/<script|__CSP_NONCE__| on\w+=/);
    const go = (url: string) => running.evaluate(({ windows }, to) => windows[0]?.contents.navigate(to), url);
    expect(await go('app://bundle/#/c/ae')).toBe(false);
    expect(await go('https://example.com/')).toBe(false);
    expect(await go('app://bundle/')).toBe(true);
    expect(await go('app://bundle/')).toBe(false);
    expect(await running.call('app.info', {})).toMatchObject({ ok: true });
  });

  test('is closed with an error when the plain page crashes as well, and the program quits with its last window', async () => {
    const running = await launchElectron(await temporaryFolder());
    for (const loads of [2, 3]) {
      await running.evaluate(({ windows }) => windows[0]?.contents.crash('crashed'));
      await expect.poll(() => addressesOf(running)).toHaveLength(loads);
    }
    const errors = await running.evaluate(({ windows, dialog }) => {
      windows[0]?.contents.crash('crashed');
      return dialog.errors;
    });
    expect(errors).toEqual([expect.stringContaining('This window crashed')]);
    expect(await running.exited).toBe(0);
  });

  test('just after its window was moved loses no positions', async () => {
    const folder = await temporaryFolder();
    const running = await launchElectron(folder);
    await running.call('app.openWindow', { path: '/connect' });
    await expect.poll(() => shown(running)).toBe(2);
    await running.evaluate(({ windows }) => {
      windows[1]?.moveTo({ x: 40, y: 60, width: 1100, height: 680 });
      windows[1]?.destroy();
      windows[0]?.moveTo({ x: 80, y: 90, width: 1100, height: 680 });
    });
    // The remaining window's position is stored after the closed one's would have been.
    await expect.poll(() => readFile(join(folder, 'windows.json'), 'utf8').catch(() => '')).toContain('"x": 80');
    expect(await running.call('app.info', {})).toMatchObject({ ok: true });
  });

  test.each([
    ['wait', 0, 1],
    ['reload', 1, 2],
  ])('that does not respond shows one dialog: %s', async (_answer, button, loads) => {
    const running = await launchElectron(await temporaryFolder());
    const questions = await running.evaluate(({ windows, dialog }, response) => {
      dialog.response = response;
      windows[0]?.tell('unresponsive');
      windows[0]?.tell('unresponsive');
      return dialog.questions;
    }, button);
    expect(questions).toHaveLength(1);
    expect(questions[0]).toMatchObject({ buttons: ['Wait', 'Reload'], defaultId: 0, cancelId: 0 });
    await expect.poll(() => addressesOf(running)).toHaveLength(loads);
  });
});

describe('a page with unsaved input', () => {
  /** Starts two windows, of which the second has unsaved input; the user will press that button. */
  async function withUnsaved(button: number) {
    const running = await launchElectron(await temporaryFolder());
    await running.call('app.openWindow', { path: '/connect' });
    await expect.poll(() => shown(running)).toBe(2);
    await running.evaluate(({ windows, dialog }, response) => {
      dialog.response = response;
      Object.assign(windows[1]?.contents ?? {}, { unsaved: true });
      Object.assign(windows[1] ?? {}, { minimized: true, visible: false });
    }, button);
    const press = (response: number) => running.evaluate(({ dialog }, answer) => (dialog.response = answer), response);
    const close = () => running.evaluate(({ windows }) => windows[1]?.tryClose());
    const asked = () => running.evaluate(({ dialog }) => dialog.questions);
    return { running, press, close, asked };
  }

  test('requires confirmation before its window closes', async () => {
    const { running, press, close, asked } = await withUnsaved(0);
    expect(await close()).toBe(false);
    expect(await shown(running)).toBe(2);
    expect(await asked()).toMatchObject([
      { message: 'Discard unsaved changes?', buttons: ['Keep editing', 'Discard'], defaultId: 0, cancelId: 0 },
    ]);
    expect(await running.evaluate(({ windows }) => [windows[1]?.visible, windows[1]?.minimized])).toEqual([true, false]);
    await press(1);
    expect(await close()).toBe(true);
    expect([await shown(running), (await asked()).length]).toEqual([1, 2]);
  });

  test.each(['quit', 'query-session-end', 'shutdown'])('keeps the whole program running when the user cancels: %s', async (way) => {
    const { running, press, asked } = await withUnsaved(0);
    const end = () =>
      running.evaluate(({ app, windows, powerMonitor }, how) => {
        if (how === 'quit') app.quit();
        else if (how === 'shutdown') powerMonitor.tell('shutdown', { preventDefault: () => undefined });
        else windows[0]?.tell('query-session-end', { preventDefault: () => undefined });
      }, way);
    await end();
    expect(await asked()).toHaveLength(1);
    const left = await running.evaluate(({ windows }) => windows.map(({ contents }) => contents.getURL()));
    expect(left).toEqual(['app://bundle/#/connect']);
    expect(await running.call('settings.update', { panelWidth: 500 })).toMatchObject({ ok: true });
    await press(1);
    await running.evaluate(({ app }) => app.quit());
    expect(await running.exited).toBe(0);
  });

  test('requires no confirmation without unsaved input', async () => {
    const { running, close, asked } = await withUnsaved(0);
    await running.evaluate(({ windows }) => void Object.assign(windows[1]?.contents ?? {}, { unsaved: false }));
    expect([await close(), await asked()]).toEqual([true, []]);
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
    expect(JSON.parse(await readFile(join(folder, 'settings.json'), 'utf8')).data.panelWidth).toBe(330);
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
    expect(JSON.parse(await readFile(join(folder, 'settings.json'), 'utf8')).data.panelWidth).toBe(330);
    const log = await readFile(join(folder, 'logs', 'latchkey.log'), 'utf8');
    expect(log).toContain('"what":"main-failed","type":"exception","error":"TypeError"');
    expect(log).not.toContain('hunter2');
  });

  test.each([
    ['restarts', 0, true],
    ['quits', 2, false],
  ])('%s when the user wants that', async (_what, button, isRestarted) => {
    const running = await launchElectron(await temporaryFolder(), { args: [link] });
    await running.evaluate(({ app }) => {
      const relaunch = app.relaunch.bind(app);
      Object.assign(app, {
        relaunch: (options: Electron.RelaunchOptions) => {
          relaunch(options);
          process.stderr.write(`relaunch: ${JSON.stringify(options.args)}\n`);
        },
      });
    });
    await withFault(running, [button]);
    expect(await running.exited).toBe(0);
    expect(running.complaints().includes('relaunch:')).toBe(isRestarted);
    if (isRestarted) {
      expect(running.complaints()).toContain('"--restarted-after-fault"');
      expect(running.complaints()).not.toContain('latchkey://');
    }
  });

  test('does not offer to restart first when it happens again after a restart', async () => {
    const running = await launchElectron(await temporaryFolder(), { args: ['--restarted-after-fault'] });
    await withFault(running, []);
    await expect.poll(() => questions(running)).toMatchObject([{ defaultId: 2, detail: expect.stringContaining('failed again') }]);
  });

  test('asks about unsaved input before it restarts', async () => {
    const running = await launchElectron(await temporaryFolder());
    await running.evaluate(({ windows }) => void Object.assign(windows[0]?.contents ?? {}, { unsaved: true }));
    await running.evaluate(({ dialog }) => {
      dialog.responses.push(0);
      dialog.response = 0;
      void Promise.reject(new Error('x'));
    });
    await expect
      .poll(async () => (await questions(running)).map(({ message }) => message))
      .toEqual(['Latchkey has to restart', 'Discard unsaved changes?']);
    expect(await shown(running)).toBe(1);
  });
});

describe('hardware acceleration', () => {
  const settings = (data: object) => JSON.stringify({ format: 'latchkey/settings', version: 1, data });

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

describe('a display', () => {
  const desk = { x: 0, y: 0, width: 1600, height: 900 };
  const wall = { x: 1600, y: 0, width: 1920, height: 1080 };

  test('that is removed gives its windows back', async () => {
    const running = await launchElectron(await temporaryFolder());
    const moved = await running.evaluate(
      ({ screen, windows }, [first, second]) => {
        screen.plug(first, second);
        windows[0]?.moveTo({ x: 2000, y: 100, width: 1200, height: 700 });
        screen.plug(first);
        return windows[0]?.bounds;
      },
      [desk, wall] as const,
    );
    expect(moved).toEqual({ x: 200, y: 100, width: 1200, height: 700 });
  });

  test('that is small is filled, and its window can be as small', async () => {
    const small = { x: 10, y: 30, width: 900, height: 500 };
    const running = await launchElectron(await temporaryFolder());
    await running.evaluate(({ screen }, area) => screen.plug(area), small);
    await running.call('app.openWindow', { path: '/connect' });
    const options = await running.evaluate(({ windows }) => windows[1]?.options);
    expect(options).toMatchObject({ ...small, minWidth: 900, minHeight: 500 });
  });

  test('shows a window in full screen and at its zoom again', async () => {
    const folder = await temporaryFolder();
    const running = await launchElectron(folder);
    await running.evaluate(({ windows, app }) => {
      windows[0]?.setFullScreen(true);
      windows[0]?.contents.setZoomLevel(1.5);
      app.quit();
    });
    await running.exited;
    const again = await launchElectron(folder);
    await expect
      .poll(() => again.evaluate(({ windows }) => [windows[0]?.isFullScreen(), windows[0]?.contents.getZoomLevel(), windows[0]?.visible]))
      .toEqual([true, 1.5, true]);
  });
});
