/** The built Electron host on its test double: an API key is saved to a file that the user chooses in a dialog of the system. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { launchElectron } from '../support/electron/launch';
import { prepareElectron } from '../support/electron/process';
import { temporaryFolder } from '../support/temporary-folder';

beforeAll(() => prepareElectron());

interface Reply {
  readonly ok: boolean;
  readonly value: unknown;
}

test('the key goes from the service to the chosen file, and never to the page', async () => {
  const running = await launchElectron(await temporaryFolder());
  const replies: string[] = [];
  const call = async <T>(name: string, input: object): Promise<T> => {
    const reply = (await running.call(name, input)) as Reply;
    replies.push(JSON.stringify(reply));
    expect(reply).toMatchObject({ ok: true });
    return reply.value as T;
  };
  const { connectionId, accountId } = await call<{ connectionId: string; accountId: string }>('sandbox.open', {});
  const body = { user_id: 'me', description: 'Reports', expires_at_millis: null };
  const key = await call<{ value: { ref: string; last_four: string } }>('service.apiKeys.createUserKey', {
    actor: 'account',
    connectionId,
    accountId,
    body,
  });

  expect(await call('secrets.chooseEnvFile', {})).toEqual({ file: null });
  const path = join(await temporaryFolder(), '.env.local');
  await writeFile(path, 'A=1\n');
  await running.evaluate(({ dialog }, chosen) => {
    dialog.savePath = chosen;
  }, path);
  const { file } = await call<{ file: { id: string; path: string } }>('secrets.chooseEnvFile', {});
  expect(file).toMatchObject({ path, exists: true });
  const [, options] = await running.evaluate(({ dialog }) => dialog.saveOptions);
  expect(options).toMatchObject({ defaultPath: '.env.local', properties: expect.arrayContaining(['showHiddenFiles']) });

  const entries = [{ name: 'API_KEY', ref: key.value.ref }];
  expect(await call('secrets.saveToEnvFile', { fileId: file.id, entries, replace: false })).toEqual({ outcome: 'saved', isPrivate: true });
  const saved = await readFile(path, 'utf8');
  expect(saved).toMatch(new RegExp(`^A=1\nAPI_KEY=sk_[0-9a-z]{95,}${key.value.last_four}\n$`));
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const text = saved.slice(saved.indexOf('sk_')).trim();
  expect(replies.filter((reply) => reply.includes(text))).toEqual([]);
});
