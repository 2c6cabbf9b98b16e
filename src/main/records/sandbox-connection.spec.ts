import { describe, expect, test } from 'vitest';
import { demo, key, own, ready, setUpConnections } from '#tests/support/main/connections-scene.ts';
import { readKeys } from '#tests/support/main/read-keys.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';

describe('the sandbox’s connection', () => {
  test('shows its address while it runs, and all its credentials whether it runs or not', async () => {
    const { connections, topic, startSandbox, sandbox } = await setUpConnections();
    await connections.addSandbox('Demo', 'demo-project');
    const stopped = {
      id: 'sandbox',
      kind: 'sandbox',
      name: 'Demo',
      baseUrl: '',
      projectId: 'demo-project',
      environment: 'development',
      colour: null,
      handlerBase: '/handler',
      safety: 'normal',
      requirePresence: false,
      group: null,
      pinned: false,
      credentials: { client: true, server: true, admin: true, owner: null },
      release: null,
      features: null,
    };
    expect(topic.get().value).toEqual([stopped]);
    await startSandbox();
    expect(topic.get().value).toEqual([{ ...stopped, baseUrl: ready.url }]);
    expect(JSON.stringify(topic.get().value)).not.toMatch(/[ps][cas]k_1/);
    sandbox.stop();
    await connections.publish();
    expect(topic.get().value).toEqual([stopped]);
  });

  test('shows the ends of the keys of a running sandbox', async () => {
    const { connections, topic, startSandbox } = await setUpConnections();
    await connections.addSandbox('Demo', 'demo-project');
    const keys = { secret_server_key: key('ssk', '2'), super_secret_admin_key: key('sak', '3') };
    await startSandbox({ ...ready, projects: { ...ready.projects, demo: { ...demo, ...keys } } });
    expect(topic.get().value[0]?.credentials).toEqual({ client: true, server: '2222', admin: '3333', owner: null });
  });

  test('points to the running sandbox', async () => {
    const { connections, startSandbox, sandbox, workers } = await setUpConnections();
    await connections.addSandbox('Demo', 'demo-project');
    expect(await reportOf(connections.target('sandbox'))).toEqual({ code: 'sandbox-stopped' });
    await startSandbox();
    const target = await connections.target('sandbox');
    expect(target).toMatchObject({ baseUrl: ready.url, projectId: 'demo-project' });
    expect(await readKeys(target)).toEqual({ client: 'pck_1', server: 'ssk_1', admin: 'sak_1' });
    workers.at(-1)?.exit(1);
    expect(target.stopped?.aborted).toBe(true);
    expect(await reportOf(connections.target('sandbox'))).toEqual({ code: 'sandbox-stopped' });
    await startSandbox({ ...ready, url: 'http://127.0.0.1:6000' });
    expect((await connections.target('sandbox')).baseUrl).toBe('http://127.0.0.1:6000');
    expect(sandbox.ready).not.toBeNull();
  });

  test('waits for a starting sandbox, and fails with it', async () => {
    const { connections, sandbox, workers } = await setUpConnections();
    await connections.addSandbox('Demo', 'demo-project');
    const started = [sandbox.start(), connections.target('sandbox')] as const;
    workers.at(-1)?.say(ready);
    expect((await started[1]).baseUrl).toBe(ready.url);
    sandbox.stop();
    const failing = [reportOf(sandbox.start()), reportOf(connections.target('sandbox'))] as const;
    workers.at(-1)?.exit(1);
    expect(await Promise.all(failing)).toEqual([{ code: 'sandbox-failed' }, { code: 'sandbox-failed' }]);
    expect(await reportOf(connections.target('sandbox'))).toEqual({ code: 'sandbox-stopped' });
  });

  test('points to the new demo project after the sandbox’s data was deleted', async () => {
    const { connections, topic, startSandbox } = await setUpConnections();
    await connections.addSandbox('Demo', 'another-project');
    await startSandbox();
    expect([(await connections.target('sandbox')).projectId, topic.get().value[0]?.projectId]).toEqual(['demo-project', 'demo-project']);
  });

  test('exists once when it is added repeatedly', async () => {
    const { connections, topic, open } = await setUpConnections([own]);
    await Promise.all([connections.addSandbox('One', 'p'), connections.addSandbox('Two', 'p')]);
    expect(topic.get().value.map(({ id, name }) => [id, name])).toEqual([
      ['own', 'Mine'],
      ['sandbox', 'Two'],
    ]);
    const later = open();
    expect(later.has('sandbox')).toBe(false);
    await later.load();
    expect(later.has('sandbox')).toBe(true);
  });
});

describe('changes of the sandbox’s connection', () => {
  test.each([
    { change: { baseUrl: 'https://else.where' }, path: 'baseUrl' },
    { change: { projectId: 'internal' }, path: 'projectId' },
    { change: { keys: {} }, path: 'keys' },
  ])('not by $path', async ({ change, path }) => {
    const { connections } = await setUpConnections();
    await connections.addSandbox('Demo', 'demo-project');
    expect(await reportOf(connections.edit('sandbox', change))).toEqual({ code: 'bad-input', path });
    expect(await reportOf(connections.duplicate('sandbox'))).toEqual({ code: 'bad-input', path: 'id' });
  });

  test('are allowed for safety level and color', async () => {
    const { connections, topic } = await setUpConnections();
    await connections.addSandbox('Demo', 'demo-project');
    await connections.edit('sandbox', { safety: 'read-only', colour: 'teal' });
    expect(topic.get().value[0]).toMatchObject({ safety: 'read-only', colour: 'teal' });
  });
});
