/** The built Electron host on the test double of Electron: where its windows are, and what they show. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { launchElectron, startElectron } from '../support/electron/launch';
import { firstPage, prepareElectron, type RunningElectron, shownPages } from '../support/electron/process';
import { temporaryFolder } from '../support/temporary-folder';

beforeAll(() => prepareElectron());

const boundsOf = (running: RunningElectron) => running.evaluate(({ windows }) => windows.map(({ bounds }) => bounds));

describe('windows', () => {
  test('open at a requested path, and all receive shared events', async () => {
    const running = await launchElectron(await temporaryFolder());
    expect(await running.call('app.openWindow', { path: '/c/ae/users?q=a' })).toEqual({ ok: true, value: { url: null } });
    await expect.poll(() => shownPages(running)).toBe(2);
    const addresses = await running.evaluate(({ windows }) => windows.map(({ contents }) => contents.getURL()));
    expect(addresses).toEqual(['app://bundle/', 'app://bundle/#/c/ae/users?q=a']);
    const [first, second] = await boundsOf(running);
    expect([second?.x, second?.y]).toEqual([(first?.x ?? 0) + 24, (first?.y ?? 0) + 24]);
    await running.call('settings.update', { panelWidth: 400 });
    expect((await running.heard('settings.state')).map((told) => told.length)).toEqual([1, 1]);
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
      await expect.poll(() => shownPages(running)).toBe(2);
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
    await expect.poll(() => shownPages(running)).toBe(2);
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

  test('start where they were left, each at its screen and position, without searches and removed connections', async () => {
    const folder = await temporaryFolder();
    const running = await launchElectron(folder);
    const opened = (await running.call('sandbox.open', {})) as { value: { connectionId: string } };
    const { connectionId } = opened.value;
    for (const path of [`/c/${connectionId}/teams`, '/c/removed/users']) await running.call('app.openWindow', { path });
    await expect.poll(() => shownPages(running)).toBe(3);
    const [panel, teams] = [`/c/${connectionId}/users?panel=u1&tab=sessions`, `/c/${connectionId}/teams`];
    await running.evaluate(({ windows, app }, path) => {
      windows[0]?.contents.route(path.replace('?', '?q=ada&'));
      windows[0]?.moveTo({ x: 40, y: 60, width: 1100, height: 680 });
      windows[1]?.moveTo({ x: 200, y: 90, width: 1200, height: 690 });
      windows[1]?.focus();
      windows[0]?.focus();
      app.quit();
    }, panel);
    expect(await running.exited).toBe(0);
    const again = await launchElectron(folder);
    await expect.poll(() => shownPages(again)).toBe(2);
    const found = await again.evaluate(({ windows }) => windows.map(({ contents, bounds }) => [contents.getURL(), bounds.x, bounds.y]));
    expect(found).toEqual([
      [`app://bundle/#${teams}`, 200, 90],
      [`app://bundle/#${panel}`, 40, 60],
    ]);
    expect(await readFile(join(folder, 'open-windows.json'), 'utf8')).not.toContain('ada');

    // A link that starts the program is shown by the window that was used last.
    await again.evaluate(({ app }) => app.quit());
    expect(await again.exited).toBe(0);
    const linked = await launchElectron(folder, { args: ['latchkey://c/internal/users'] });
    await expect.poll(() => shownPages(linked)).toBe(2);
    const addresses = await linked.evaluate(({ windows }) => windows.map(({ contents }) => contents.getURL()));
    expect(addresses).toEqual([`app://bundle/#${teams}`, expect.stringMatching(/^app:\/\/bundle\/#\/links\//)]);
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

  test.each([
    ['maximized', { maximized: true }],
    ['in full screen', { fullScreen: true }],
    ['as it was', {}],
  ])('appear %s where the system draws no hidden window', async (_how, state) => {
    const folder = await temporaryFolder();
    const windows = { start: { x: 40, y: 60, width: 1100, height: 680, maximized: false, ...state } };
    await writeFile(join(folder, 'windows.json'), JSON.stringify({ format: 'latchkey/windows', version: 1, data: windows }));
    const running = await startElectron(folder, { env: { STAND_IN_DRAWS_HIDDEN: '0' }, platform: 'win32' });
    const isReady = new Promise<boolean>((done) => {
      running.process.on('message', (message) => message === 'ready' && done(true));
    });
    expect(await isReady).toBe(true);
    expect(await running.evaluate(({ windows }) => windows.map(({ visible }) => visible))).toEqual([true]);
  });

  test('appear when their page can’t be loaded, which is in the log', async () => {
    const folder = await temporaryFolder();
    const running = await launchElectron(folder, { env: { STAND_IN_DRAWS_HIDDEN: '0' } });
    await running.evaluate(({ protocol }) => {
      protocol.serve = () => Promise.reject(new Error('disk'));
    });
    await running.call('app.openWindow', { path: '/connect' });
    await expect.poll(() => running.evaluate(({ windows }) => [windows[1]?.visible, windows[1]?.contents.loads.length])).toEqual([true, 0]);
    await expect.poll(() => readFile(join(folder, 'logs', 'latchkey.log'), 'utf8')).toContain('"what":"page-not-loaded","exitCode":-2');
  });

  test('that never appear, because their pages only crash, end the program with a failure, and it was never ready', async () => {
    const running = await startElectron(await temporaryFolder(), { env: { STAND_IN_DRAWS_HIDDEN: '0' } });
    const said: unknown[] = [];
    running.process.on('message', (message) => said.push(message));
    const crashed = running.evaluate(
      ({ app, windows }) =>
        new Promise<void>((done) => {
          const look = () => {
            const [window] = windows;
            if (window === undefined) return void setTimeout(look, 0);
            for (let time = 0; time < 3; time += 1) window.contents.crash('launch-failed');
            done();
          };
          void app.whenReady().then(look);
        }),
    );
    // The program may end before it responds.
    await crashed.catch(() => undefined);
    expect(await running.exited).toBe(1);
    expect(said).not.toContain('ready');
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
    await expect.poll(() => shownPages(running)).toBe(2);
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
