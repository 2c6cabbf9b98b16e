import { describe, expect, onTestFinished, test } from 'vitest';
import type { SandboxState } from '#contract/bridge/sandbox.ts';
import { createFakeClock, settle } from '#tests/support/fake-clock.ts';
import { createFakeWorkers, reportOf } from '#tests/support/main/test-ports.ts';
import { createSandboxProcess } from './sandbox-process';
import { createTopic } from './topics';

const demo = { project_id: 'p', publishable_client_key: 'pck', secret_server_key: 'ssk', super_secret_admin_key: 'sak' };
const demoAccounts = [{ email: 'ada@example.com', password: 'correct horse' }];
const ready = { type: 'ready', url: 'http://127.0.0.1:5000', projects: { demo, internal: demo }, demoAccounts };
const running = { state: 'running', url: ready.url, demoAccounts };

function setUp() {
  const states: SandboxState[] = [];
  const clock = createFakeClock();
  const { spawnWorker, workers } = createFakeWorkers();
  const topic = createTopic<SandboxState>('sandbox.state', { state: 'stopped' }, ({ value }) => states.push(value as SandboxState));
  const sandbox = createSandboxProcess({ spawnWorker, clock }, '/profile/sandbox', topic);
  const latest = () => {
    const worker = workers.at(-1);
    if (worker === undefined) throw new Error('no worker was started');
    return worker;
  };
  return { sandbox, workers, latest, clock, states, topic };
}

async function started() {
  const set = setUp();
  const starting = set.sandbox.start();
  set.latest().say(ready);
  await starting;
  return set;
}

describe('starting', () => {
  test('passes a fixed time on', () => {
    const { workers, spawnWorker } = createFakeWorkers();
    const topic = createTopic<SandboxState>('sandbox.state', { state: 'stopped' }, () => undefined);
    const ports = { spawnWorker, clock: createFakeClock(), fixedTime: Date.UTC(2026, 0, 15, 10) };
    createSandboxProcess(ports, '/profile/sandbox', topic)
      .start()
      .catch(() => undefined);
    expect(workers[0]?.args.slice(-2)).toEqual(['--clock', '2026-01-15T10:00:00.000Z']);
  });

  test('runs one worker on its folder and a free port for all callers', async () => {
    const { sandbox, workers, latest, states, clock } = setUp();
    const starts = [sandbox.start(), sandbox.start()];
    expect([workers.length, latest().name, latest().args]).toEqual([
      1,
      'sandbox-worker',
      ['--data', '/profile/sandbox', '--seed', 'demo', '--port', '0'],
    ]);
    expect([states, sandbox.ready]).toEqual([[{ state: 'starting' }], null]);
    latest().say(ready);
    const [one, other] = await Promise.all(starts);
    expect(one).toEqual({ type: 'ready', url: ready.url, projects: { demo, internal: demo }, demoAccounts });
    expect([other, sandbox.ready, await sandbox.start()]).toEqual([one, one, one]);
    expect([states.at(-1), workers.length, clock.waiting, sandbox.stopped.aborted]).toEqual([running, 1, 0, false]);
  });

  test('publishes no keys in the state', async () => {
    const { states } = await started();
    expect(JSON.stringify(states)).not.toMatch(/ssk|sak|pck/);
  });

  test.each([
    undefined,
    null,
    '',
    'ready',
    7,
    [],
    {},
    { type: 'ready' },
    { ...ready, url: 7 },
    { ...ready, projects: {} },
    { ...ready, projects: { demo } },
    { ...ready, projects: { demo: { ...demo, secret_server_key: undefined }, internal: demo } },
    { ...ready, demoAccounts: [{}] },
    { type: 'failed' },
    { type: 'failed', reason: 'boredom' },
    { type: '__proto__' },
  ])('fails on an invalid message: %j', async (message) => {
    const { sandbox, latest, states, clock } = setUp();
    const failing = reportOf(sandbox.start());
    latest().say(message);
    expect(await failing).toEqual({ code: 'sandbox-failed' });
    expect([states.at(-1), latest().killed, sandbox.ready, clock.waiting]).toEqual([
      { state: 'failed', reason: 'did-not-start' },
      true,
      null,
      0,
    ]);
  });

  test.each([
    { reason: 'folder-not-writable', code: 'profile-not-writable' },
    { reason: 'did-not-start', code: 'sandbox-failed' },
  ])('fails with the worker’s reason: $reason', async ({ reason, code }) => {
    const { sandbox, latest, states } = setUp();
    const failing = reportOf(sandbox.start());
    latest().say({ type: 'failed', reason, message: 'at /some/path' });
    expect(await failing).toEqual({ code });
    expect(states.at(-1)).toEqual({ state: 'failed', reason });
  });

  test.each([0, 1, null])('fails when the worker exits first (%s)', async (code) => {
    const { sandbox, latest, states, clock } = setUp();
    const failing = reportOf(sandbox.start());
    latest().exit(code);
    expect(await failing).toEqual({ code: 'sandbox-failed' });
    expect([states.at(-1), clock.waiting]).toEqual([{ state: 'failed', reason: 'did-not-start' }, 0]);
  });

  test('fails when the worker reports nothing for a minute, and ignores a later report', async () => {
    const { sandbox, latest, states, clock } = setUp();
    const failing = reportOf(sandbox.start());
    await clock.advance(59_999);
    expect(states).toEqual([{ state: 'starting' }]);
    await clock.advance(1);
    expect(await failing).toEqual({ code: 'sandbox-failed' });
    latest().say(ready);
    latest().exit(0);
    expect([latest().killed, sandbox.ready, states.length]).toEqual([true, null, 2]);
  });

  test('fails when no process can be started', async () => {
    const clock = createFakeClock();
    const topic = createTopic<SandboxState>('sandbox.state', { state: 'stopped' }, () => undefined);
    const spawn = () => {
      throw new Error('EAGAIN');
    };
    const sandbox = createSandboxProcess({ spawnWorker: spawn, clock }, '/x', topic);
    expect(await reportOf(sandbox.start())).toEqual({ code: 'sandbox-failed' });
    expect(await reportOf(sandbox.start())).toEqual({ code: 'sandbox-failed' });
    expect([topic.get().value, clock.waiting]).toEqual([{ state: 'failed', reason: 'did-not-start' }, 0]);
  });

  test('can be repeated after a failure', async () => {
    const { sandbox, workers, latest, states } = setUp();
    const failing = reportOf(sandbox.start());
    latest().exit(1);
    await failing;
    const again = sandbox.start();
    latest().say(ready);
    expect((await again).url).toBe(ready.url);
    expect([workers.length, states.at(-1), sandbox.stopped.aborted]).toEqual([2, running, false]);
  });
});

describe('running', () => {
  test('detects an exit: not ready, and active requests are aborted', async () => {
    const { sandbox, latest, states } = await started();
    const { stopped } = sandbox;
    latest().exit(137);
    expect([stopped.aborted, sandbox.ready, states.at(-1)]).toEqual([true, null, { state: 'failed', reason: 'exited' }]);
    latest().exit(137);
    expect(states).toHaveLength(3);
  });

  test('many calls can wait for its end without a warning', async () => {
    const warnings: string[] = [];
    const hear = ({ name }: Error) => warnings.push(name);
    process.on('warning', hear);
    onTestFinished(() => void process.off('warning', hear));
    const { sandbox } = await started();
    for (let number = 0; number < 100; number += 1) sandbox.stopped.addEventListener('abort', () => number);
    await settle();
    expect(warnings).toEqual([]);
  });

  test('a new start has its own signal', async () => {
    const { sandbox, workers, latest } = await started();
    const before = sandbox.stopped;
    latest().exit(1);
    const again = sandbox.start();
    latest().say({ ...ready, url: 'http://127.0.0.1:6000' });
    expect((await again).url).toBe('http://127.0.0.1:6000');
    workers[0]?.exit(1);
    workers[0]?.say(ready);
    expect([before.aborted, sandbox.stopped.aborted, sandbox.ready?.url]).toEqual([true, false, 'http://127.0.0.1:6000']);
  });

  test.each([ready, { ...ready, url: 'http://evil.test' }, { type: 'failed', reason: 'did-not-start' }, 'garbage', null])(
    'ignores reports after the first one: %j',
    async (message) => {
      const { sandbox, latest, states } = await started();
      latest().say(message);
      expect([sandbox.ready?.url, states.at(-1), latest().killed, sandbox.stopped.aborted]).toEqual([ready.url, running, false, false]);
    },
  );
});

describe('stopping', () => {
  test('requests the worker to stop and kills it', async () => {
    const { sandbox, latest, states } = await started();
    const { stopped } = sandbox;
    sandbox.stop();
    expect([latest().posted, latest().killed, stopped.aborted, sandbox.ready]).toEqual([[{ type: 'stop' }], true, true, null]);
    latest().exit(0);
    latest().say(ready);
    expect([states.at(-1), sandbox.ready]).toEqual([{ state: 'stopped' }, null]);
  });

  test('during a start fails that start, and a later one works', async () => {
    const { sandbox, workers, latest, clock } = setUp();
    const failing = reportOf(sandbox.start());
    sandbox.stop();
    const again = sandbox.start();
    expect(await failing).toEqual({ code: 'sandbox-stopped' });
    workers[0]?.say(ready);
    workers[0]?.exit(0);
    await settle();
    expect([sandbox.ready, workers.length]).toEqual([null, 2]);
    expect(sandbox.start()).toBe(again);
    latest().say(ready);
    expect((await again).url).toBe(ready.url);
    expect(clock.waiting).toBe(0);
  });

  test('for good, because the app closes, starts no worker later', async () => {
    const { sandbox, workers, states } = await started();
    sandbox.close();
    expect(await reportOf(sandbox.start())).toEqual({ code: 'sandbox-stopped' });
    expect([workers.length, workers[0]?.killed, states.at(-1)]).toEqual([1, true, { state: 'stopped' }]);
  });

  test('publishes nothing when nothing is running', () => {
    const { sandbox, states, workers } = setUp();
    sandbox.stop();
    sandbox.stop();
    expect([states, workers]).toEqual([[], []]);
  });

  test('publishes the state after a failure', async () => {
    const { sandbox, latest, states } = await started();
    latest().exit(1);
    sandbox.stop();
    expect(states.at(-1)).toEqual({ state: 'stopped' });
  });
});
