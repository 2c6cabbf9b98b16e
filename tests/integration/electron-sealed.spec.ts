/** The built Electron host on its test double: connections with keys are saved to a file that the user chooses in a dialog of the system. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { launchElectron } from '../support/electron/launch';
import { prepareElectron } from '../support/electron/process';
import { launchApp } from '../support/main/launch-app';
import { temporaryFolder } from '../support/temporary-folder';

beforeAll(() => prepareElectron());

const passphrase = 'several random words 4711';
const keys = { client: `pck_${'a'.repeat(45)}`, server: `ssk_${'b'.repeat(45)}` };
const draft = {
  name: 'Engines',
  baseUrl: 'https://engines.example',
  projectId: '6fbbf22e-f4b2-4c6e-95a1-beab6fa41063',
  environment: 'production',
  keys,
};

test('the keys go to the chosen file, sealed, never to the page, and from there to another computer', async () => {
  const running = await launchElectron(await temporaryFolder());
  const replies: string[] = [];
  const call = async (name: string, input: object) => {
    const reply = (await running.call(name, input)) as { ok: boolean; value: unknown };
    replies.push(JSON.stringify(reply));
    return reply;
  };
  await call('connections.add', { draft });
  expect(await call('sealedConnections.save', { passphrase })).toEqual({ ok: true, value: { outcome: 'canceled' } });

  const path = join(await temporaryFolder(), 'list.json');
  await running.evaluate(({ dialog }, chosen) => {
    dialog.savePath = chosen;
  }, path);
  expect(await call('sealedConnections.save', { passphrase })).toEqual({
    ok: true,
    value: { outcome: 'saved', path, count: 1, withoutKeys: [] },
  });
  const [, options] = await running.evaluate(({ dialog }) => dialog.saveOptions);
  expect(options).toMatchObject({
    title: 'Save connections with keys',
    defaultPath: 'latchkey-connections-sealed.json',
    properties: expect.arrayContaining(['showOverwriteConfirmation']),
  });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const text = await readFile(path, 'utf8');
  expect(text).not.toMatch(/pck_|ssk_|Engines/);
  expect(replies.filter((reply) => /pck_|ssk_|several random/.test(reply))).toEqual([]);

  const other = await launchApp(await temporaryFolder());
  const { fileId, preview } = await other.api.sealedConnections.open({ text, passphrase });
  expect(preview).toMatchObject([{ name: 'Engines', skip: null }]);
  expect(await other.api.sealedConnections.add({ fileId, allowPlainHttp: false })).toMatchObject({ outcome: 'done', skipped: [] });
  expect(new Set(other.secrets)).toEqual(new Set(Object.values(keys)));
  expect(other.sentToWindows.filter((said) => /pck_|ssk_|several random/.test(said))).toEqual([]);
});
