/** A process that is killed at each request of an apply, before the request arrives and after it: the next one finishes, and does nothing twice. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { createMemoryStore } from '#main/keychain/memory-store.ts';
import type { Transport } from '#main/ports/ports.ts';
import { createUndiciTransport } from '#main/remote/undici-transport.ts';
import { defaultRelease } from '#sandbox/releases/release.ts';
import { eventually } from '../support/eventually';
import { allKeys, definitions, exported, isWrite, planned, spawnWorker } from '../support/main/configuration-files';
import { launchApp } from '../support/main/launch-app';
import { releaseApp } from '../support/main/release-app';

/** A transport of a process that is killed at its write of a number, before it arrives or after it. Nothing is received from then on. */
function killedAt(at: number, isSent: boolean) {
  const own = createUndiciTransport();
  let release = (): void => undefined;
  const never = new Promise<never>((_resolve, reject) => {
    release = () => reject(fail('connection-lost'));
  });
  never.catch(() => undefined);
  // Some reads are requests that look like writes.
  let isApplying = false;
  let writes = 0;
  let isKilled = false;
  const send: Transport['send'] = async (request) => {
    if (isKilled) return never;
    if (!isApplying || !isWrite(request)) return own.send(request);
    isKilled = writes === at;
    writes += 1;
    if (isKilled && isSent) await own.send(request);
    return isKilled ? never : own.send(request);
  };
  const transport: Transport = { ...own, send };
  return {
    transport,
    isKilled: () => isKilled,
    starts: () => {
      isApplying = true;
    },
    release: () => release(),
  };
}

describe.each([0, 1, 2])('a process that is killed at request %i of an apply', (at) => {
  test.each([true, false])('leaves what the next one finishes without doing anything twice (sent: %s)', async (isSent) => {
    const secrets = { ...createMemoryStore(), kind: 'system' } as const;
    const { transport, isKilled, starts, release } = killedAt(at, isSent);
    onTestFinished(release);
    const { api, connectionId, profile, own } = await releaseApp(defaultRelease, allKeys, { secrets, transport, spawnWorker });
    const wanted = definitions(await exported(api, connectionId));
    const plan = await planned(api, connectionId, wanted);
    expect(plan.steps).toBeGreaterThan(at);
    starts();
    void plan.apply().catch(() => undefined);
    await eventually(async () => expect(isKilled()).toBe(true));
    const writes: string[] = [];
    const direct = createUndiciTransport();
    const send: Transport['send'] = (request) => {
      if (isWrite(request)) writes.push(`${request.method} ${new URL(request.url).pathname}`);
      return direct.send(request);
    };
    const next = await launchApp(profile, { ...own, secrets, transport: { ...direct, send } });
    // What was sent is known, before anything is done.
    const { entries } = await next.api.journal.list({ filter: {}, limit: 50 });
    expect(entries.filter(({ source }) => source === 'apply')).toHaveLength(at + 1);
    const rest = await planned(next.api, connectionId, wanted);
    expect(rest.steps).toBe(plan.steps - at - (isSent ? 1 : 0));
    expect(await rest.apply()).toMatchObject({ done: rest.steps, stop: null });
    expect(writes).toHaveLength(rest.steps);
    expect((await planned(next.api, connectionId, wanted)).steps).toBe(0);
  });
});
