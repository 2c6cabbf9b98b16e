/** The built Electron host on the test double of Electron: second instances and links. */
import { beforeAll, describe, expect, test } from 'vitest';
import { launchElectron, startElectron } from '../support/electron/launch';
import { prepareElectron, type RunningElectron, shownPages } from '../support/electron/process';
import { temporaryFolder } from '../support/temporary-folder';

beforeAll(() => prepareElectron());

const link = 'latchkey://handler/sign-up';

/** Returns the pending links. */
async function linksOf(running: RunningElectron): Promise<string[]> {
  const { value } = (await running.call('links.list', {})) as { value: { value: { kind: string }[] } };
  return value.value.map(({ kind }) => kind);
}

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
    await expect.poll(() => shownPages(running)).toBe(1);
    expect(await linksOf(running)).toEqual(['sign-up', 'sign-out']);
  });
});
