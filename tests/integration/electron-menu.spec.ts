/** The built Electron host on the test double of Electron: its menu. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { commands } from '#contract/commands.ts';
import de from '#messages/de.json';
import en from '#messages/en.json';
import { launchElectron } from '../support/electron/launch';
import { prepareElectron } from '../support/electron/process';
import { temporaryFolder } from '../support/temporary-folder';

beforeAll(() => prepareElectron());

const withoutMnemonic = (label: string | undefined) => label?.replace('&', '');

describe('the menu', () => {
  test('has every command of the table with its label, and each key once', async () => {
    const running = await launchElectron(await temporaryFolder());
    const items = await running.evaluate(({ menuItems }) =>
      menuItems().map(({ id, label, accelerator, registerAccelerator, visible }) => ({
        id,
        label,
        accelerator,
        registerAccelerator,
        visible,
      })),
    );
    for (const { id, label } of commands) {
      // The entry for connections appears with the first one.
      if (id !== 'connection') expect(withoutMnemonic(items.find((item) => item.id === id)?.label), id).toBe(en[label]);
    }
    const keys = items.flatMap(({ accelerator }) => (accelerator ? [accelerator] : []));
    expect(new Set(keys).size).toBe(keys.length);
    expect(items.find(({ id }) => id === 'palette')).toMatchObject({ accelerator: 'CommandOrControl+K', registerAccelerator: false });
    expect(items.find(({ id }) => id === 'refresh')).toMatchObject({ accelerator: 'CommandOrControl+R', registerAccelerator: true });
    expect(items.find(({ id }) => id === 'shortcuts')?.accelerator).toBeUndefined();
  });

  test('sends commands to the focused window, runs its own, and uses the language', async () => {
    const folder = await temporaryFolder();
    const running = await launchElectron(folder);
    const click = (id: string) =>
      running.evaluate(({ menuItems }, wanted) => {
        const click = menuItems().find((item) => item.id === wanted)?.click as (() => void) | undefined;
        click?.();
      }, id);
    await click('new-window');
    await expect.poll(() => running.evaluate(({ windows }) => windows.filter(({ contents }) => contents.page !== null).length)).toBe(2);
    await click('palette');
    expect(await running.heard('app.command')).toEqual([[], [{ id: 'palette' }]]);
    await running.evaluate(({ windows }) => windows[0]?.focus());
    await click('settings');
    expect(await running.heard('app.command')).toEqual([[{ id: 'settings' }], [{ id: 'palette' }]]);
    for (const id of ['zoom-in', 'zoom-in', 'zoom-out']) await click(id);
    const zoom = () => running.evaluate(({ windows }) => windows.map(({ contents }) => contents.getZoomLevel()));
    expect(await zoom()).toEqual([0.5, 0]);
    for (let time = 0; time < 20; time += 1) await running.call('app.run', { id: 'zoom-out' }, 1);
    expect(await zoom()).toEqual([0.5, -3]);
    await running.call('app.run', { id: 'zoom-reset' }, 1);
    await click('zoom-reset');
    expect(await zoom()).toEqual([0, 0]);
    await click('logs');
    expect(await running.evaluate(({ shell }) => shell.openedPaths)).toEqual([join(folder, 'logs')]);
    await running.call('settings.update', { language: 'de' });
    const label = await running.evaluate(({ menuItems }) => menuItems().find(({ id }) => id === 'palette')?.label);
    expect(withoutMnemonic(label)).toBe(de['shell.palette']);
  });

  test('does what its keys say, for each that no page handles', async () => {
    const running = await launchElectron(await temporaryFolder());
    const press = (keys: readonly string[]) =>
      running.evaluate(
        ({ menuItems }, accelerator) => {
          const found = menuItems().filter(
            (item) => item.accelerator === accelerator && item.registerAccelerator && item.enabled !== false,
          );
          for (const { click } of found) (click as () => void)();
          return found.length;
        },
        keys.map((key) => ({ mod: 'CommandOrControl', shift: 'Shift', '+': 'Plus' })[key] ?? key).join('+'),
      );
    const keysOf = (id: string) => {
      const row = commands.find((command) => command.id === id);
      return row !== undefined && 'keys' in row ? row.keys : [];
    };
    const zoom = () => running.evaluate(({ windows }) => windows[0]?.contents.getZoomLevel());
    const loads = () => running.evaluate(({ windows }) => windows[0]?.contents.loads.length);
    const effects: Readonly<Record<string, () => Promise<void>>> = {
      'zoom-in': async () => expect(await zoom()).toBe(0.5),
      'zoom-out': async () => expect(await zoom()).toBe(-0.5),
      'zoom-reset': async () => expect(await zoom()).toBe(0),
      reload: async () => expect.poll(loads).toBe(2),
      'new-window': async () => expect.poll(() => running.evaluate(({ windows }) => windows.length)).toBe(2),
    };
    const sent = commands.filter((row) => 'keysIn' in row && row.id !== 'new-window').map(({ id }) => id);
    for (const id of sent) expect(await press(keysOf(id)), id).toBe(1);
    expect(await running.heard('app.command')).toEqual([sent.map((id) => ({ id }))]);
    const order = ['zoom-in', 'zoom-out', 'zoom-out', 'zoom-reset', 'reload', 'new-window'];
    for (const [at, id] of order.entries()) {
      expect(await press(keysOf(id)), id).toBe(1);
      // The first of two steps down is back where it began.
      if (order[at + 1] !== id) await effects[id]?.();
    }
    const own = commands.filter((row) => 'keys' in row && ('keysIn' in row || 'only' in row)).map(({ id }) => id);
    expect([...new Set([...sent, ...order])].sort()).toEqual([...own].sort());
  });

  test.skipIf(process.platform === 'win32')('installs the command for terminals, and says where', async () => {
    const home = await temporaryFolder();
    const running = await launchElectron(await temporaryFolder(), { env: { HOME: home } });
    await running.evaluate(({ menuItems }) => {
      const click = menuItems().find(({ id }) => id === 'terminal-command')?.click as (() => void) | undefined;
      click?.();
    });
    const said = () => running.evaluate(({ dialog }) => dialog.questions.map(({ message, detail }) => ({ message, detail })));
    const file = join(home, '.local', 'bin', 'latchkey');
    await expect.poll(said).toEqual([{ message: en['host.terminal-command.installed'], detail: expect.stringContaining(file) }]);
    expect(await readFile(file, 'utf8')).toContain(' --terminal "$@"');
    const own = await launchElectron(await temporaryFolder(), { packaged: false });
    expect(await own.evaluate(({ menuItems }) => menuItems().some(({ id }) => id === 'terminal-command'))).toBe(false);
  });

  test('has the first preferred language that has texts, as notifications have', async () => {
    const running = await launchElectron(await temporaryFolder(), { env: { STAND_IN_LANGUAGES: 'fr-FR,de-DE' } });
    const label = await running.evaluate(({ menuItems }) => menuItems().find(({ id }) => id === 'palette')?.label);
    expect(withoutMnemonic(label)).toBe(de['shell.palette']);
    await running.call('watch.sendTest', {});
    const titles = await running.evaluate(({ Notification }) => Notification.shown.map(({ options }) => options.title));
    expect(titles).toEqual([de['watch.test.title']]);
  });

  test('lists several windows, follows their titles, and focuses the chosen one', async () => {
    const running = await launchElectron(await temporaryFolder());
    const listed = () =>
      running.evaluate(({ menuItems }) => menuItems().flatMap(({ type, label, checked }) => (type === 'radio' ? [[label, checked]] : [])));
    expect(await listed()).toEqual([]);
    await running.call('app.openWindow', { path: '/connect' });
    // Showing a window gives it the focus.
    await expect.poll(() => running.evaluate(({ windows }) => windows.every(({ visible }) => visible))).toBe(true);
    await running.evaluate(({ windows }) => windows.map((window, at) => window.entitle(at === 0 ? 'Home' : 'Q & A')));
    expect(await listed()).toEqual([
      ['Home', false],
      ['Q && A', true],
    ]);
    // Also that of the window that has the focus already, for which no menu is set again.
    for (let time = 0; time < 2; time += 1) {
      await running.evaluate(({ menuItems }) => (menuItems().find(({ label }) => label === 'Home')?.click as (() => void) | undefined)?.());
      expect(await listed()).toEqual([
        ['Home', true],
        ['Q && A', false],
      ]);
    }
    await running.evaluate(({ windows }) => windows[1]?.tryClose());
    expect(await listed()).toEqual([]);
  });

  test('reloads a window, asks about unsaved input first, and replaces the crash page', async () => {
    const running = await launchElectron(await temporaryFolder());
    const reload = () =>
      running.evaluate(({ menuItems }) => (menuItems().find(({ id }) => id === 'reload')?.click as (() => void) | undefined)?.());
    const loads = () => running.evaluate(({ windows }) => windows[0]?.contents.loads.map(({ url }) => url));
    await running.evaluate(({ windows }) => windows[0]?.contents.route('/connect'));
    await reload();
    await expect.poll(loads).toEqual(['app://bundle/', 'app://bundle/#/connect']);
    await running.evaluate(({ windows }) => void Object.assign(windows[0]?.contents ?? {}, { unsaved: true }));
    await reload();
    expect(await running.evaluate(({ dialog }) => dialog.questions.map(({ message }) => message))).toEqual(['Discard unsaved changes?']);
    expect(await loads()).toHaveLength(2);
    await running.evaluate(({ windows }) => {
      Object.assign(windows[0]?.contents ?? {}, { unsaved: false });
      return windows[0]?.loadURL('app://bundle/crashed');
    });
    await reload();
    await expect.poll(async () => (await loads())?.slice(2)).toEqual(['app://bundle/crashed', 'app://bundle/']);
  });

  test('zooms with the mouse wheel within the same limits', async () => {
    const running = await launchElectron(await temporaryFolder());
    const turn = (direction: string, times: number) =>
      running.evaluate(
        ({ windows }, turned) => {
          for (let time = 0; time < turned.times; time += 1) windows[0]?.contents.tell('zoom-changed', {}, turned.direction);
          return windows[0]?.contents.getZoomLevel();
        },
        { direction, times },
      );
    expect([await turn('in', 1), await turn('out', 2), await turn('in', 30), await turn('out', 30)]).toEqual([0.5, -0.5, 5, -3]);
  });

  test('offers copying for text, pasting in editable fields, and nothing elsewhere', async () => {
    const running = await launchElectron(await temporaryFolder());
    const popups = await running.evaluate(({ windows, Menu }) => {
      const editFlags = { canCut: true, canCopy: true, canPaste: true };
      const press = (isEditable: boolean, selectionText: string) =>
        windows[0]?.contents.tell('context-menu', {}, { isEditable, selectionText, editFlags });
      press(false, '');
      press(false, 'text');
      press(true, '');
      return Menu.popups.map(({ items }) => items.map(({ role }) => role));
    });
    expect(popups).toEqual([['copy'], ['cut', 'copy', 'paste', 'selectAll']]);
  });
});
