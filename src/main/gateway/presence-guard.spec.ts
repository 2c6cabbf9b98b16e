import { describe, expect, test } from 'vitest';
import { presenceCalls } from '#contract/bridge/safety.ts';
import { fail } from '#contract/errors.ts';
import { confirmationOf, passphrase, presenceScene } from '#tests/support/main/presence-scene.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { sampleConnection } from '#tests/support/samples/sample-connection.ts';
import { confirmationTtlMillis } from './confirmations';
import { createPresenceGuard, graceMillis, type PresentCall } from './presence-guard';

const guarded = { ...sampleConnection, requirePresence: true };
const reveal: PresentCall = { name: 'secrets.reveal', input: { ref: 'r' }, connections: [guarded] };
const required = { code: 'confirmation-required' };

function setUp(options: Parameters<typeof presenceScene>[0] = {}) {
  const scene = presenceScene(options);
  const guard = createPresenceGuard(scene.clock, scene.confirmations, scene.presence);
  const ask = async (call: PresentCall = reveal, windowId = 'w') => {
    const checked = Promise.resolve().then(() => guard.check(call, windowId));
    return checked.then(
      () => 'passed',
      () => reportOf(checked),
    );
  };
  const question = async (call: PresentCall = reveal, windowId = 'w') => confirmationOf(await ask(call, windowId));
  const confirm = (id: string, text: string | undefined = passphrase, windowId = 'w') =>
    scene.confirmations.confirm(id, { passphrase: text }, windowId);
  const prove = async (call: PresentCall = reveal) => confirm((await question(call)).id);
  return { ...scene, guard, ask, question, confirm, prove };
}

test('nothing is required for connections that don’t check presence', async () => {
  const { ask } = setUp({ hasPassphrase: false });
  for (const name of presenceCalls) expect(await ask({ name, input: {}, connections: [sampleConnection] })).toBe('passed');
  expect(await ask({ ...reveal, connections: [] })).toBe('passed');
});

test.each(presenceCalls)('%s requires presence, also if only one of its connections does', async (name) => {
  const { question, confirm, ask } = setUp();
  const call = { name, input: { x: 1 }, connections: [sampleConnection, { ...guarded, id: 'd', name: 'Bank' }] };
  const { id, ...rest } = await question(call);
  const effect = { 'connections.edit': 'write', 'sealedConnections.save': 'export', 'links.accept': 'sign-in' }[String(name)] ?? 'reveal';
  expect(rest).toEqual({ kind: 'presence', name: 'Bank', endpoint: name, effect, presence: 'passphrase' });
  expect(await confirm(id)).toEqual({ outcome: 'right' });
  expect(await ask(call)).toBe('passed');
});

test('the system is asked where it can be, and given the purpose', async () => {
  const { question, confirm, ask, reasons } = setUp({ hasCheck: true });
  const { id, presence } = await question();
  expect([presence, await confirm(id)]).toEqual(['system', { outcome: 'right' }]);
  expect([await ask(), reasons]).toEqual(['passed', [{ effect: 'reveal', connection: 'Engines' }]]);
});

describe('a call isn’t allowed', () => {
  const edit: PresentCall = { ...reveal, name: 'connections.edit' };
  test.each<{ what: string; call?: PresentCall; windowId?: string }>([
    { what: 'of another window', windowId: 'other' },
    { what: 'of another name', call: { ...edit, name: 'secrets.copy' } },
    { what: 'with other input', call: { ...edit, input: { ref: 's' } } },
    { what: 'on another connection', call: { ...edit, connections: [{ ...guarded, id: 'd' }] } },
    { what: 'on another server', call: { ...edit, connections: [{ ...guarded, baseUrl: 'https://else.where' }] } },
    { what: 'on one more connection', call: { ...edit, connections: [guarded, { ...guarded, id: 'd' }] } },
  ])('by the proof for another one: $what', async ({ call = edit, windowId = 'w' }) => {
    const { prove, ask } = setUp();
    await prove(edit);
    expect(await ask(call, windowId)).toMatchObject(required);
    expect(await ask(edit)).toBe('passed');
  });

  test('without a proof, and by one that was used', async () => {
    const { prove, ask } = setUp();
    expect([await ask(edit), await ask(edit)]).toEqual([expect.objectContaining(required), expect.objectContaining(required)]);
    await prove(edit);
    expect([await ask(edit), await ask(edit)]).toEqual(['passed', expect.objectContaining(required)]);
  });

  test('by a proof that expired, before or after it was given', async () => {
    const { prove, question, confirm, ask, clock } = setUp();
    const { id } = await question(edit);
    await clock.advance(confirmationTtlMillis + 1);
    expect(await reportOf(confirm(id))).toEqual({ code: 'confirmation-expired' });
    await prove(edit);
    await clock.advance(confirmationTtlMillis + 1);
    expect(await ask(edit)).toMatchObject(required);
  });

  test('by a wrong passphrase, none, or that of another window', async () => {
    const { question, confirm, ask, compared } = setUp();
    const { id } = await question(edit);
    expect(await confirm(id, 'wrong')).toEqual({ outcome: 'wrong', waitMillis: 0 });
    expect(await reportOf(confirm(id, passphrase, 'other'))).toEqual({ code: 'confirmation-expired' });
    expect(await reportOf(confirm('q99'))).toEqual({ code: 'confirmation-expired' });
    expect([await ask(edit), compared]).toEqual([expect.objectContaining(required), ['wrong']]);
    expect([await confirm(id), await ask(edit)]).toEqual([{ outcome: 'right' }, 'passed']);
  });

  test('after the passphrase was removed, until there is one again', async () => {
    const { question, confirm, ask, state } = setUp();
    const { id } = await question(edit);
    state.hasPassphrase = false;
    expect(await reportOf(confirm(id))).toEqual({ code: 'presence-unavailable' });
    expect(await ask(edit)).toEqual({ code: 'presence-unavailable' });
    state.hasPassphrase = true;
    expect([await confirm(id), await ask(edit)]).toEqual([{ outcome: 'right' }, 'passed']);
  });

  test('by the passphrase if the system can check by then', async () => {
    const { prove, ask, state } = setUp();
    await prove(edit);
    state.hasCheck = true;
    expect(await ask(edit)).toMatchObject({ confirmation: { presence: 'system' } });
  });

  test('if its window was closed while the system’s prompt was open', async () => {
    const { question, confirm, confirmations, state, ask } = setUp({ hasCheck: true });
    const { id } = await question(edit);
    state.verifies = async () => {
      confirmations.forgetWindow('w');
      return true;
    };
    expect(await reportOf(confirm(id))).toEqual({ code: 'confirmation-expired' });
    expect(await ask(edit)).toMatchObject(required);
  });
});

describe('if the app is locked', () => {
  test('a proof that wasn’t used has ended', async () => {
    const { prove, ask, confirmations } = setUp();
    await prove();
    confirmations.forgetProofs();
    expect(await ask()).toMatchObject(required);
  });

  test('while the system’s prompt is open, it is no proof, and can be shown again', async () => {
    const { question, confirm, confirmations, state, ask } = setUp({ hasCheck: true });
    const { id } = await question();
    state.verifies = async () => {
      confirmations.forgetProofs();
      return true;
    };
    expect(await reportOf(confirm(id))).toEqual({ code: 'confirmation-expired' });
    expect(await ask()).toMatchObject(required);
    state.verifies = async () => true;
    expect([await confirm(id), await ask()]).toEqual([{ outcome: 'right' }, 'passed']);
  });
});

describe('for a minute after a secret was revealed', () => {
  const copy: PresentCall = { name: 'secrets.copy', input: { ref: 's' }, connections: [guarded] };
  const edit: PresentCall = { name: 'connections.edit', input: {}, connections: [guarded] };
  async function revealed() {
    const scene = setUp();
    await scene.prove();
    expect(await scene.ask()).toBe('passed');
    return scene;
  }

  test('the same window can reveal other secrets of the connection, no longer', async () => {
    const { ask, clock } = await revealed();
    await clock.advance(graceMillis);
    expect([await ask(copy), await ask()]).toEqual(['passed', 'passed']);
    await clock.advance(1);
    expect(await ask(copy)).toMatchObject(required);
  });

  test.each<{ what: string; call: PresentCall; windowId?: string }>([
    { what: 'another window', call: copy, windowId: 'other' },
    { what: 'another connection', call: { ...copy, connections: [{ ...guarded, id: 'd' }] } },
    { what: 'several connections', call: { ...copy, connections: [guarded, { ...guarded, id: 'd' }] } },
    { what: 'turning the check off', call: edit },
  ])('but not $what', async ({ call, windowId = 'w' }) => {
    const { ask } = await revealed();
    expect(await ask(call, windowId)).toMatchObject(required);
  });

  test('unless the app was locked, or the window closed', async () => {
    const [locked, closed] = [await revealed(), await revealed()];
    locked.guard.forgetAll();
    closed.guard.forgetWindow('w');
    expect(await locked.ask(copy)).toMatchObject(required);
    expect(await closed.ask(copy)).toMatchObject(required);
  });

  test('nothing is allowed by a proof that wasn’t used', async () => {
    const { prove, ask } = setUp();
    await prove();
    expect(await ask(copy)).toMatchObject(required);
  });
});

const reason = { effect: 'reveal', connection: 'Engines' } as const;

describe('the means', () => {
  test.each([
    { hasCheck: true, hasPassphrase: true, means: 'system' },
    { hasCheck: true, hasPassphrase: false, means: 'system' },
    { hasCheck: false, hasPassphrase: true, means: 'passphrase' },
  ])('with $hasCheck for the system and $hasPassphrase for a passphrase are $means', ({ means, ...options }) => {
    expect(presenceScene(options).presence.means()).toBe(means);
  });

  test('are missing without both', async () => {
    const { presence } = presenceScene({ hasPassphrase: false });
    expect(await reportOf((async () => presence.means())())).toEqual({ code: 'presence-unavailable' });
  });
});

describe('the system', () => {
  test('is told the purpose, and the passphrase isn’t compared', async () => {
    const { presence, reasons, compared } = presenceScene({ hasCheck: true });
    expect(await presence.verify('system', undefined, reason)).toEqual({ outcome: 'right' });
    expect([reasons, compared]).toEqual([[reason], []]);
  });

  test.each([
    ['cancels', async () => false, { code: 'presence-not-verified' }],
    ['fails', () => Promise.reject(new Error('no sensor')), { code: 'presence-not-verified' }],
    ['fails with a code', () => Promise.reject(fail('not-allowed')), { code: 'not-allowed' }],
  ])('%s, and can be asked again', async (_what, verifies, report) => {
    const { presence, state } = presenceScene({ hasCheck: true });
    state.verifies = verifies;
    expect(await reportOf(presence.verify('system', undefined, reason))).toEqual(report);
    state.verifies = async () => true;
    expect(await presence.verify('system', undefined, reason)).toEqual({ outcome: 'right' });
  });

  test('shows one prompt at a time', async () => {
    const { presence, state, reasons } = presenceScene({ hasCheck: true });
    let end = (_isVerified: boolean) => {};
    state.verifies = () =>
      new Promise((resolve) => {
        end = resolve;
      });
    const first = presence.verify('system', undefined, reason);
    expect(await reportOf(presence.verify('system', undefined, reason))).toEqual({ code: 'confirmation-pending' });
    end(true);
    expect([await first, reasons.length]).toEqual([{ outcome: 'right' }, 1]);
  });

  test('that can’t check anymore isn’t replaced by the passphrase', async () => {
    const { presence, state, compared } = presenceScene({ hasCheck: true });
    state.hasCheck = false;
    expect(await reportOf(presence.verify('system', passphrase, reason))).toEqual({ code: 'confirmation-expired' });
    expect(compared).toEqual([]);
    state.hasPassphrase = false;
    expect(await reportOf(presence.verify('system', passphrase, reason))).toEqual({ code: 'presence-unavailable' });
  });
});

describe('the passphrase', () => {
  test.each([
    [passphrase, { outcome: 'right' }],
    ['wrong', { outcome: 'wrong', waitMillis: 0 }],
    ['', { outcome: 'wrong', waitMillis: 0 }],
  ])('%j: %j', async (text, attempt) => {
    expect(await presenceScene().presence.verify('passphrase', text, reason)).toEqual(attempt);
  });

  test('isn’t compared if it is missing, was removed, or the system can check by now', async () => {
    const { presence, state, compared } = presenceScene();
    expect(await reportOf(presence.verify('passphrase', undefined, reason))).toEqual({ code: 'bad-input', path: 'passphrase' });
    state.hasCheck = true;
    expect(await reportOf(presence.verify('passphrase', passphrase, reason))).toEqual({ code: 'confirmation-expired' });
    Object.assign(state, { hasCheck: false, hasPassphrase: false });
    expect(await reportOf(presence.verify('passphrase', passphrase, reason))).toEqual({ code: 'presence-unavailable' });
    expect(compared).toEqual([]);
  });
});
