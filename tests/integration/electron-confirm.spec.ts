/** The built Electron host on its test double: a program's sign-in is confirmed in a message box over the window. */
import { beforeAll, expect, test } from 'vitest';
import { launchElectron } from '../support/electron/launch';
import { prepareElectron, type RunningElectron } from '../support/electron/process';
import { targetOf } from '../support/main/go-link';
import { temporaryFolder } from '../support/temporary-folder';

beforeAll(() => prepareElectron());

interface Reply {
  readonly ok: boolean;
  readonly value: { readonly id: string; readonly connectionId: string };
  readonly error?: { readonly code: string };
}

/** Starts a program's sign-in to the sandbox's demo project, and pastes its link. */
async function pasted() {
  const running = await launchElectron(await temporaryFolder());
  const call = async (name: string, input: object) => (await running.call(name, input)) as Reply;
  const { connectionId } = (await call('sandbox.open', {})).value;
  await call('signIn.withCli', { connectionId, appUrl: 'https://app.example' });
  const text = await targetOf((await running.evaluate(({ shell }) => shell.opened.at(-1))) ?? '');
  const { id } = (await call('links.open', { text, connectionId })).value;
  return { running, id, connectionId, accept: () => call('links.accept', { id, connectionId }) };
}

const boxes = (running: RunningElectron) =>
  running.evaluate(({ dialog }) => dialog.questions.map(({ signal: _signal, ...options }) => options));
const press = (running: RunningElectron, button: number | null) =>
  running.evaluate(({ dialog }, response) => {
    dialog.response = response;
  }, button);

test('Cancel is the default, and starts a pause', async () => {
  const { running, accept } = await pasted();
  await press(running, 0);
  expect(await accept()).toEqual({ ok: false, error: { code: 'not-confirmed' } });
  const [box] = await boxes(running);
  expect(box).toMatchObject({
    type: 'warning',
    message: 'Approve a program’s sign-in?',
    buttons: ['Cancel', 'Approve sign-in'],
    defaultId: 0,
    cancelId: 0,
  });
  expect(box?.detail).toMatch(
    /^Project: Analytical Engines on 127\.0\.0\.1:\d+\nAccount: Ada Lovelace, ada@analytical\.example\nLink: app\.example, pasted into Latchkey\nProgram: Unknown\n\nThe program shares this session/,
  );
  expect(await accept()).toEqual({ ok: false, error: { code: 'confirmation-paused' } });
  expect(await boxes(running)).toHaveLength(1);
});

test('the other button approves', async () => {
  const { running, accept } = await pasted();
  await press(running, 1);
  expect(await accept()).toMatchObject({ ok: true, value: { outcome: 'login-approved' } });
  expect(await boxes(running)).toHaveLength(1);
});

test('dismissing the link closes the box, which then counts as canceled', async () => {
  const { running, id, accept } = await pasted();
  await press(running, null);
  const accepted = accept();
  await expect.poll(() => boxes(running)).toHaveLength(1);
  await running.call('links.dismiss', { id });
  expect(await accepted).toEqual({ ok: false, error: { code: 'not-confirmed' } });
  expect(await running.evaluate(({ dialog }) => dialog.open)).toBe(0);
});
