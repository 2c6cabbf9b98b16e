/** Presence as windows meet it: what a connection that checks it refuses, and how the check is turned on and off. */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Reply } from '#contract/errors.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { confirmationOf } from '#tests/support/main/presence-scene.ts';
import { createServiceTransport, createTestPorts, response } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { graceMillis } from '../gateway/presence-guard';
import type { Ports, PresenceCheck } from '../ports/ports';
import { createApp } from './app';
import '#tests/support/main/quick-scrypt.ts';

const passphrase = 'correct horse battery';
const projectId = '6fbbf22e-f4b2-4c6e-95a1-beab6fa41063';
const key = `ssk_${'s'.repeat(45)}`;
const draft = { name: 'Engines', baseUrl: 'https://x.test', projectId, environment: 'development', keys: { server: key } };
const secret = 'the password of the mail server';
const codeOf = (reply: Reply) => (reply.ok ? 'done' : reply.error.code);

async function started(own: Partial<Ports> = {}) {
  const clock = createFakeClock({ hasteUpTo: 1_000 });
  const transport = createServiceTransport(() => response({ success: true }));
  const app = await createApp(createTestPorts(await temporaryFolder(), { clock, transport, ...own }));
  onTestFinished(() => app.close());
  const call = (name: string, input: unknown = {}, windowId = 'w') => app.dispatch(name, input, { windowId });
  const resultOf = async <T>(name: string, input?: unknown, windowId?: string): Promise<T> => {
    const reply = await call(name, input, windowId);
    if (!reply.ok) throw new Error(reply.error.code);
    return reply.value as T;
  };
  const prove = async (name: string, input: unknown, text: string | undefined = passphrase) => {
    const asked = await call(name, input);
    const { id } = confirmationOf(asked.ok ? undefined : asked.error);
    return resultOf<{ outcome: string }>('safety.confirm', { id, passphrase: text });
  };
  const deletions = () => transport.requests.filter(({ method }) => method === 'DELETE');
  return { app, call, resultOf, prove, clock, deletions };
}

/** The system's check of a user who is there. It takes no time, unlike a passphrase. */
const touchId: PresenceCheck = { isAvailable: () => true, verify: async () => true };

/** A connection that checks presence by the passphrase. */
const withPassphrase = () => guarded({ presence: null });

/** A connection that checks presence, with a secret that its window may reveal. */
async function guarded(own: Partial<Ports> = {}) {
  const ports = { presence: touchId, ...own };
  const scene = await started(ports);
  if (ports.presence === null) await scene.call('lock.setPassphrase', { passphrase, seal: false });
  const { id } = await scene.resultOf<{ id: string }>('connections.add', { draft: { ...draft, requirePresence: true } });
  const { ref } = await scene.resultOf<{ ref: string }>('secrets.keep', { connectionId: id, text: secret });
  const isChecked = async () => {
    const { value } = await scene.resultOf<{ value: { requirePresence: boolean }[] }>('connections.list');
    return value[0]?.requirePresence;
  };
  const deletion = { actor: 'project', connectionId: id, params: { user_id: projectId } };
  return { ...scene, id, ref, isChecked, deletion };
}

test('a secret is revealed after the proof, and not before', async () => {
  const { call, prove, ref } = await withPassphrase();
  for (const _time of [1, 2]) expect(JSON.stringify(await call('secrets.reveal', { ref }))).not.toContain(secret);
  expect(await prove('secrets.reveal', { ref }, 'wrong passphrase')).toEqual({ outcome: 'wrong', waitMillis: 0 });
  expect(codeOf(await call('secrets.reveal', { ref }))).toBe('confirmation-required');
  expect(await prove('secrets.reveal', { ref })).toEqual({ outcome: 'right' });
  expect(await call('secrets.reveal', { ref })).toEqual({ ok: true, value: { text: secret } });
});

test('wrong passphrases make the next one wait, here and on the lock screen', async () => {
  const { call, prove, ref } = await withPassphrase();
  for (const _time of [1, 2, 3]) await prove('secrets.reveal', { ref }, 'wrong passphrase');
  expect(await prove('secrets.reveal', { ref })).toEqual({ outcome: 'wait', waitMillis: 5_000 });
  expect(await call('lock.unlock', { passphrase })).toMatchObject({ value: { outcome: 'wait' } });
});

test('nothing is deleted without the proof, and one deletion by one', async () => {
  const { call, prove, deletion, deletions } = await guarded();
  expect(codeOf(await call('service.users.delete', deletion))).toBe('confirmation-required');
  expect(deletions()).toEqual([]);
  await prove('service.users.delete', deletion);
  expect(codeOf(await call('service.users.delete', deletion))).toBe('done');
  expect(codeOf(await call('service.users.delete', deletion))).toBe('confirmation-required');
  expect(deletions()).toHaveLength(1);
});

test('keys aren’t exported without the proof', async () => {
  const { call, prove } = await guarded({ chooseExportFile: async () => null });
  const input = { passphrase: 'a passphrase of the file' };
  expect(codeOf(await call('sealedConnections.save', input))).toBe('confirmation-required');
  await prove('sealedConnections.save', input);
  expect(await call('sealedConnections.save', input)).toEqual({ ok: true, value: { outcome: 'canceled' } });
});

test('locking the app requires the proof again', async () => {
  const { call, prove, ref, app } = await withPassphrase();
  await prove('secrets.reveal', { ref });
  await call('secrets.reveal', { ref });
  app.lock();
  await call('lock.unlock', { passphrase });
  expect(codeOf(await call('secrets.reveal', { ref }))).toBe('confirmation-required');
});

test('locking the app ends a proof that wasn’t used', async () => {
  const { call, prove, ref, app } = await withPassphrase();
  await prove('secrets.reveal', { ref });
  app.lock();
  await call('lock.unlock', { passphrase });
  expect(codeOf(await call('secrets.reveal', { ref }))).toBe('confirmation-required');
});

test('a removed passphrase leaves no means, and what is checked stays refused', async () => {
  const { call, ref, deletion, id, isChecked } = await withPassphrase();
  await call('lock.removePassphrase', { current: passphrase });
  expect(codeOf(await call('secrets.reveal', { ref }))).toBe('presence-unavailable');
  expect(codeOf(await call('service.users.delete', deletion))).toBe('presence-unavailable');
  expect(codeOf(await call('connections.edit', { id, change: { requirePresence: false } }))).toBe('presence-unavailable');
  expect(await isChecked()).toBe(true);
});

describe('the check', () => {
  test('is off by default, and can’t be turned on without a means', async () => {
    const { call, resultOf } = await started();
    const { id } = await resultOf<{ id: string }>('connections.add', { draft });
    expect(await resultOf('connections.list')).toMatchObject({ value: [{ requirePresence: false }] });
    expect(codeOf(await call('connections.add', { draft: { ...draft, requirePresence: true } }))).toBe('presence-unavailable');
    expect(codeOf(await call('connections.edit', { id, change: { requirePresence: true } }))).toBe('presence-unavailable');
    expect(await resultOf('connections.list')).toMatchObject({ value: [{ requirePresence: false }] });
  });

  test('is turned on and edited beside without a proof, and turned off with one', async () => {
    const { call, prove, id, isChecked, clock } = await guarded();
    const off = { id, change: { requirePresence: false, name: 'Engine' } };
    expect(codeOf(await call('connections.edit', { id, change: { name: 'Motors', requirePresence: true } }))).toBe('done');
    expect(codeOf(await call('connections.edit', off))).toBe('confirmation-required');
    expect(await isChecked()).toBe(true);
    await prove('connections.edit', off);
    await clock.advance(graceMillis);
    expect([codeOf(await call('connections.edit', off)), await isChecked()]).toEqual(['done', false]);
  });

  test('is exported, imported, and kept by a copy; an import changes no connection', async () => {
    const { call, resultOf, id } = await guarded();
    const { text } = await resultOf<{ text: string }>('connections.exportAll');
    expect(JSON.parse(text)).toMatchObject({ connections: [{ requirePresence: true }] });
    const without = text.replace(/,\s*"requirePresence": true/, '');
    expect(without).not.toContain('requirePresence');
    expect(await call('connections.importAll', { text: without })).toMatchObject({
      value: { added: [], skipped: [{ reason: 'duplicate' }] },
    });
    await call('connections.duplicate', { id });
    const elsewhere = await started();
    expect(await elsewhere.call('connections.importAll', { text })).toMatchObject({ value: { skipped: [] } });
    for (const scene of [resultOf, elsewhere.resultOf]) {
      const { value } = await scene<{ value: { requirePresence: boolean }[] }>('connections.list');
      expect(value.every(({ requirePresence }) => requirePresence)).toBe(true);
    }
  });
});

test('a key that the window doesn’t know reaches no other connection or server', async () => {
  const { call, resultOf, id, ref } = await guarded();
  const other = await resultOf<{ id: string }>('connections.add', { draft: { ...draft, name: 'Other', baseUrl: 'https://else.where' } });
  const keys = { server: { ref } };
  expect(codeOf(await call('connections.edit', { id: other.id, change: { keys } }))).toBe('secret-expired');
  expect(codeOf(await call('connections.edit', { id, change: { keys, baseUrl: 'https://else.where' } }))).toBe('keys-needed-again');
  // In two steps: a connection that points to the other server by then.
  expect(codeOf(await call('connections.edit', { id, change: { keys: { server: key }, baseUrl: 'https://else.where' } }))).toBe('done');
  expect(codeOf(await call('connections.edit', { id, change: { keys } }))).toBe('secret-expired');
});

test('the system’s own prompt is the proof where there is one', async () => {
  const reasons: unknown[] = [];
  let isVerified = false;
  const verify = async (reason: unknown) => {
    reasons.push(reason);
    return isVerified;
  };
  const { call, ref } = await guarded({ presence: { isAvailable: () => true, verify } });
  const asked = await call('secrets.reveal', { ref });
  const { id, presence } = confirmationOf(asked.ok ? undefined : asked.error);
  expect(presence).toBe('system');
  // The passphrase is no proof then.
  expect(codeOf(await call('safety.confirm', { id, passphrase }))).toBe('presence-not-verified');
  expect(codeOf(await call('secrets.reveal', { ref }))).toBe('confirmation-required');
  isVerified = true;
  expect(codeOf(await call('safety.confirm', { id }))).toBe('done');
  expect(await call('secrets.reveal', { ref })).toEqual({ ok: true, value: { text: secret } });
  expect(reasons).toEqual(Array(2).fill({ effect: 'reveal', connection: 'Engines' }));
});
