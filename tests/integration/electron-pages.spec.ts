/** The built Electron host on the test double of Electron: pages that crash, hang, or have unsaved input. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { launchElectron } from '../support/electron/launch';
import { prepareElectron, type RunningElectron, shownPages } from '../support/electron/process';
import { temporaryFolder } from '../support/temporary-folder';

beforeAll(() => prepareElectron());

const questionsOf = (running: RunningElectron) => running.evaluate(({ dialog }) => dialog.questions);

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
    await expect.poll(() => shownPages(running)).toBe(2);
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
    await running.evaluate(({ windows, dialog }, response) => {
      dialog.response = response;
      windows[0]?.contents.hang();
      windows[0]?.contents.hang();
    }, button);
    await expect.poll(() => questionsOf(running)).toHaveLength(1);
    expect((await questionsOf(running))[0]).toMatchObject({ buttons: ['Wait', 'Reload'], defaultId: 0, cancelId: 0 });
    await expect.poll(() => addressesOf(running)).toHaveLength(loads);
  });

  test('that responds again is not asked about any longer, so that a late click takes nothing away', async () => {
    const running = await launchElectron(await temporaryFolder());
    const open = () => running.evaluate(({ dialog }) => dialog.open);
    await running.evaluate(({ windows, dialog }) => {
      dialog.response = null;
      windows[0]?.contents.hang();
    });
    await expect.poll(open).toBe(1);
    await running.evaluate(({ windows }) => windows[0]?.contents.recover());
    await expect.poll(open).toBe(0);
    // As after sleep, when both are reported at once.
    await running.evaluate(({ windows }) => {
      windows[0]?.contents.hang();
      windows[0]?.contents.recover();
      windows[0]?.contents.hang();
    });
    await expect.poll(() => questionsOf(running)).toHaveLength(2);
    await running.evaluate(({ windows }) => windows[0]?.contents.crash('crashed'));
    await expect.poll(open).toBe(0);
    await expect.poll(() => addressesOf(running)).toHaveLength(2);
  });

  test('that fails cannot reload itself, but the host does it', async () => {
    const running = await launchElectron(await temporaryFolder());
    expect(await running.evaluate(({ windows }) => windows[0]?.contents.reloadItself())).toBe(false);
    expect(await addressesOf(running)).toHaveLength(1);
    expect(await running.call('app.run', { id: 'reload' })).toMatchObject({ ok: true });
    await expect.poll(() => addressesOf(running)).toHaveLength(2);
  });
});

describe('a page with unsaved input', () => {
  /** Starts two windows, of which the second has unsaved input; the user will press that button. */
  async function withUnsaved(button: number) {
    const running = await launchElectron(await temporaryFolder());
    await running.call('app.openWindow', { path: '/connect' });
    await expect.poll(() => shownPages(running)).toBe(2);
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
    expect(await shownPages(running)).toBe(2);
    expect(await asked()).toMatchObject([
      { message: 'Discard unsaved changes?', buttons: ['Keep editing', 'Discard'], defaultId: 0, cancelId: 0 },
    ]);
    expect(await running.evaluate(({ windows }) => [windows[1]?.visible, windows[1]?.minimized])).toEqual([true, false]);
    await press(1);
    expect(await close()).toBe(true);
    expect([await shownPages(running), (await asked()).length]).toEqual([1, 2]);
  });

  test('is not said to be unresponsive after its user has stayed', async () => {
    const { running, close, asked } = await withUnsaved(0);
    const hung = running.evaluate(
      ({ windows, Window }) =>
        new Promise((resolve) => {
          Window.closeLimit = 100;
          windows[1]?.on('unresponsive', () => setTimeout(() => resolve(true), 100));
        }),
    );
    expect(await close()).toBe(false);
    expect(await hung).toBe(true);
    expect((await asked()).map(({ message }) => message)).toEqual(['Discard unsaved changes?']);
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
    await expect.poll(asked).toHaveLength(1);
    const left = () => running.evaluate(({ windows }) => windows.map(({ contents }) => contents.getURL()));
    await expect.poll(left).toEqual(['app://bundle/#/connect']);
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
