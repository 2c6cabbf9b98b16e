/** The built Electron host on its test double: the test of `latchkey://` links, which leave the program and come back to it. */
import { beforeAll, expect, test } from 'vitest';
import { launchElectron, startElectron } from '../support/electron/launch';
import { prepareElectron, type RunningElectron } from '../support/electron/process';
import { temporaryFolder } from '../support/temporary-folder';

beforeAll(() => prepareElectron());

const link = /^latchkey:\/\/self-test\/[0-9a-f]{32}$/;
const opened = (running: RunningElectron) => running.evaluate(({ shell }) => shell.opened);
const receive = (running: RunningElectron, text: string) =>
  running.evaluate(({ app }, url) => app.tell('open-url', { preventDefault: () => undefined }, url), text);

/** Starts the test. Returns the link that the system was asked to open, and the result. */
async function startTest(running: RunningElectron): Promise<{ text: string; result: Promise<unknown> }> {
  const before = (await opened(running)).length;
  const result = running.call('links.selfTest', {});
  await expect.poll(async () => (await opened(running)).length).toBe(before + 1);
  const text = (await opened(running)).at(-1) ?? '';
  expect(text).toMatch(link);
  return { text, result };
}

/** Returns the kinds of the notices, and of the pending links. */
async function shown(running: RunningElectron): Promise<readonly string[][]> {
  const kindsOf = async (name: string) => {
    const { value } = (await running.call(name, {})) as { value: { value: { kind: string }[] } };
    return value.value.map(({ kind }) => kind);
  };
  return [(await kindsOf('app.notices')).filter((kind) => kind === 'link-refused'), await kindsOf('links.list')];
}

const arrived = { ok: true, value: { hasArrived: true, isOwn: true, program: 'latchkey.desktop' } };

test('succeeds when macOS passes the link to the program, once, and leaves nothing behind', async () => {
  const running = await launchElectron(await temporaryFolder());
  const first = await startTest(running);
  await receive(running, first.text);
  expect(await first.result).toEqual(arrived);
  expect(await shown(running)).toEqual([[], []]);
  const second = await startTest(running);
  expect(second.text).not.toBe(first.text);
  await receive(running, first.text);
  expect(await shown(running)).toEqual([['link-refused'], []]);
  await receive(running, second.text);
  expect(await second.result).toEqual(arrived);
});

test('succeeds when the system starts the program again with the link, as Windows and Linux do', async () => {
  const profile = await temporaryFolder();
  const running = await launchElectron(profile);
  const { text, result } = await startTest(running);
  const again = await startElectron(profile, { args: [text] });
  expect(await again.exited).toBe(0);
  expect(await result).toEqual(arrived);
  expect(await shown(running)).toEqual([[], []]);
});

test('fails at once when no program opens such links, and succeeds after this one was registered', async () => {
  // Only a packaged program registers itself when it starts.
  const running = await launchElectron(await temporaryFolder(), { packaged: false });
  await running.evaluate(({ shell }) => {
    const { openExternal } = shell;
    shell.openExternal = async () => {
      shell.openExternal = openExternal;
      throw new Error('There is no program for latchkey:.');
    };
  });
  expect(await running.call('links.selfTest', {})).toEqual({ ok: true, value: { hasArrived: false, isOwn: false, program: null } });
  expect(await running.call('links.register', {})).toEqual({ ok: true, value: { isRegistered: true } });
  const { text, result } = await startTest(running);
  await receive(running, text);
  expect(await result).toEqual(arrived);
});

test.each(['latchkey://self-test/0123456789abcdef0123456789abcdef', 'latchkey://self-test', 'latchkey://self-test/../handler/sign-up'])(
  'refuses %s, for which no test waits',
  async (text) => {
    const running = await launchElectron(await temporaryFolder());
    await receive(running, text);
    expect(await shown(running)).toEqual([['link-refused'], []]);
  },
);
