/** Applying in the terminal while something else happens: another admin, and the end of the process. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { definitions } from '../support/main/configuration-files';
import { runCommand } from '../support/main/run-command';
import { runBuiltCommand, startService } from '../support/main/terminal-scene';
import { temporaryFolder } from '../support/temporary-folder';

/** Starts a service in front of which `before` runs for each write, and may keep it from being sent by resolving to false. */
async function startWatched(before: (write: number) => Promise<boolean>) {
  const service = await startService();
  const { LATCHKEY_PROJECT_ID: projectId, LATCHKEY_ADMIN_KEY: adminKey } = service.env;
  let writes = 0;
  const server = createServer(async (incoming, response) => {
    let body = '';
    for await (const part of incoming) body += part;
    const { method = 'GET', url = '' } = incoming;
    const isWrite = /permission-definitions|projects\/current/.test(url) && ['POST', 'PATCH', 'DELETE'].includes(method);
    if (isWrite) {
      writes += 1;
      if (!(await before(writes))) return;
    }
    const { host: _host, connection: _connection, 'content-length': _length, 'accept-encoding': _encoding, ...headers } = incoming.headers;
    const answer = await fetch(`${service.url}${url}`, { method, headers: headers as HeadersInit, ...(body === '' ? {} : { body }) });
    const type = answer.headers.get('content-type') ?? 'text/plain';
    response.writeHead(answer.status, { 'content-type': type }).end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  /** Changes the project as another admin does. */
  const change = async (update: object) => {
    const response = await fetch(`${service.url}/api/v1/internal/projects/current`, {
      method: 'PATCH',
      headers: {
        'content-type': 'application/json',
        'x-stack-access-type': 'admin',
        'x-stack-project-id': projectId,
        'x-stack-super-secret-admin-key': adminKey,
      },
      body: JSON.stringify(update),
    });
    expect(response.status).toBe(200);
  };
  const env = { ...service.env, LATCHKEY_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  const { out: text } = await runCommand(['config', 'export'], env);
  const wanted = definitions(text).replace(/^ {2}description: .*$/m, '  description: Mine');
  return { env, wanted, change, writes: () => writes };
}

const command = ['config', 'apply', '-', '--yes', '--json'];
const apply = (env: NodeJS.ProcessEnv, text: string) => runCommand(command, env, text);

test('what another admin changed in the meantime stops an apply with 1; the same command says so first, and then continues', async () => {
  let meanwhile = async () => {};
  const { env, wanted, change } = await startWatched(async (write) => {
    if (write === 2) await meanwhile();
    return true;
  });
  meanwhile = () => change({ description: 'Theirs' });
  const stopped = await apply(env, wanted);
  expect(stopped.code).toBe(1);
  expect(JSON.parse(stopped.out)).toMatchObject({
    done: 2,
    stop: { reason: 'conflict', rows: [{ section: 'settings', key: 'description' }] },
  });
  expect(stopped.err).toContain('Changed in the meantime, and not applied: settings/description.');
  const differing = await runCommand(['config', 'diff', '-'], env, wanted);
  expect(differing.code).toBe(2);
  expect(differing.out).toContain('"Theirs" → "Mine"');
  expect(await apply(env, wanted)).toMatchObject({ code: 0 });
  expect((await runCommand(['config', 'diff', '-'], env, wanted)).code).toBe(0);
});

test('entries are in the file of --journal before the next request, whatever ends the command then', async () => {
  const journal = join(await temporaryFolder(), 'entries.ndjson');
  let reach = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const { env, wanted } = await startWatched(async (write) => {
    if (write !== 3) return true;
    reach();
    return false;
  });
  const ended = Promise.race([runCommand([...command, '--journal', journal], env, wanted), reached]);
  expect(await ended).toBeUndefined();
  const entries = async () => {
    const lines = (await readFile(journal, 'utf8')).split('\n').filter((line) => line !== '');
    return lines.map((line) => (JSON.parse(line) as { entry: { seq: number; facts: { endpoint?: string } } }).entry);
  };
  const writes = async () => (await entries()).filter(({ facts }) => facts.endpoint !== undefined);
  await expect.poll(async () => (await writes()).length).toBe(3);
  const numbers = (await entries()).map(({ seq }) => seq);
  expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
});

/** Applies until a write arrives, which the service never receives. Resolves to what the command has ended with by then, if it has. */
type ApplyUntil = (env: NodeJS.ProcessEnv, text: string, reached: Promise<void>) => Promise<unknown>;

/** Leaves a command of this process waiting for its response until the test ends. */
const abandoned: ApplyUntil = (env, text, reached) => Promise.race([apply(env, text), reached]);

const killed: ApplyUntil = async (env, text, reached) => {
  const ended = await runBuiltCommand(command, env, text, (kill) => void reached.then(kill));
  expect(ended).toMatchObject({ code: null, out: '' });
};

test.each([
  { at: 1, what: 'that ends', applyUntil: abandoned },
  { at: 2, what: 'that is killed', applyUntil: killed },
  { at: 3, what: 'that ends', applyUntil: abandoned },
])('a process $what at request $at leaves the rest to the next one', async ({ at, applyUntil }) => {
  let reach = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const { env, wanted, writes } = await startWatched(async (write) => {
    if (write !== at) return true;
    reach();
    return false;
  });
  expect(await applyUntil(env, wanted, reached)).toBeUndefined();
  const rest = await apply(env, wanted);
  expect(rest.code).toBe(0);
  expect(JSON.parse(rest.out)).toMatchObject({ done: 4 - at, stop: null });
  expect(writes()).toBe(4);
  expect((await runCommand(['config', 'diff', '-'], env, wanted)).code).toBe(0);
});
