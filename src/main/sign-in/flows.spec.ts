import { describe, expect, test } from 'vitest';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { createFlows, type Pending } from './flows';

const totp: Pending = { kind: 'totp', attemptCode: 'attempt', goTo: null, linkedAccountId: null };
const of = { connectionId: 'c', windowId: 'w' };

function setUp() {
  const clock = createFakeClock();
  let number = 0;
  const destination = { text: 'x' };
  const flows = createFlows(
    clock,
    () => `f${++number}`,
    () => destination.text,
  );
  const over = async (id: string, windowId = 'w', kind: Pending['kind'] = 'totp') =>
    reportOf((async () => flows.find(id, windowId, kind))());
  return { flows, clock, over, destination };
}

describe('a flow', () => {
  test('is found by its window and pending step', () => {
    const { flows } = setUp();
    const id = flows.begin(of, totp, 1000);
    expect(flows.find(id, 'w', 'totp')).toEqual({ id, ...of, destination: 'x', pending: totp, signal: expect.any(AbortSignal) });
    expect(flows.find(id, 'w', 'code', 'totp').pending).toBe(totp);
  });

  test.each([
    ['another window', 'f1', 'x', 'totp'],
    ['another step', 'f1', 'w', 'code'],
    ['an unknown id', 'f2', 'w', 'totp'],
    ['a property name of objects', '__proto__', 'w', 'totp'],
  ] as const)('is not there for %s', async (_what, id, windowId, kind) => {
    const { flows, over } = setUp();
    flows.begin(of, totp, 1000);
    expect(await over(id, windowId, kind)).toEqual({ code: 'flow-over' });
  });

  test('expires, and aborts its requests', async () => {
    const { flows, clock, over } = setUp();
    const id = flows.begin(of, totp, 1000);
    const { signal } = flows.find(id, 'w', 'totp');
    await clock.advance(1000);
    expect(flows.find(id, 'w', 'totp').signal.aborted).toBe(false);
    await clock.advance(1);
    expect(await over(id)).toEqual({ code: 'flow-over' });
    expect(signal.aborted).toBe(true);
  });

  test('ends and aborts its requests when the connection points elsewhere', async () => {
    const { flows, over, destination } = setUp();
    const id = flows.begin(of, totp, 1000);
    const { signal } = flows.find(id, 'w', 'totp');
    destination.text = 'y';
    expect([await over(id), signal.aborted]).toEqual([{ code: 'flow-over' }, true]);
    destination.text = 'x';
    expect(await over(id)).toEqual({ code: 'flow-over' });
  });

  test('belongs to the destination of its response, even when the connection already points elsewhere', async () => {
    const { flows, over, destination } = setUp();
    destination.text = 'y';
    expect(await over(flows.begin({ ...of, destination: 'x' }, totp, 1000))).toEqual({ code: 'flow-over' });
  });

  test('waits for another step after a change, and for none after its end', async () => {
    const { flows, over } = setUp();
    const id = flows.begin(of, totp, 1000);
    const changed: Pending = { kind: 'reset', email: 'a@b.c', canResendAfter: 0 };
    flows.change(id, 'totp', () => changed);
    flows.change(id, 'totp', () => totp);
    expect(flows.find(id, 'w', 'reset').pending).toBe(changed);
    flows.end(id);
    flows.change(id, 'reset', () => totp);
    expect(await over(id)).toEqual({ code: 'flow-over' });
  });

  test('can be canceled by its own window only', async () => {
    const { flows, over } = setUp();
    const id = flows.begin(of, totp, 1000);
    const { signal } = flows.find(id, 'w', 'totp');
    flows.cancel(id, 'x');
    expect(signal.aborted).toBe(false);
    flows.cancel(id, 'w');
    flows.cancel(id, 'w');
    expect(signal.aborted).toBe(true);
    expect(await over(id)).toEqual({ code: 'flow-over' });
  });

  test('ends with its window', async () => {
    const { flows, over } = setUp();
    const own = flows.begin(of, totp, 1000);
    const others = flows.begin({ connectionId: 'c', windowId: 'x' }, totp, 1000);
    flows.forgetWindow('w');
    expect(await over(own)).toEqual({ code: 'flow-over' });
    expect(flows.find(others, 'x', 'totp').id).toBe(others);
  });

  test('is canceled first when it is the oldest of a thousand', async () => {
    const { flows, over } = setUp();
    for (let number = 0; number < 1001; number += 1) flows.begin(of, totp, 1000);
    expect(await over('f1')).toEqual({ code: 'flow-over' });
    expect(flows.find('f2', 'w', 'totp').id).toBe('f2');
  });
});
