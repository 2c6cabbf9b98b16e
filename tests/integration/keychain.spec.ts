/** The libraries of the system keychain on a real keyring. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ProviderName, providerNames } from '#contract/workers/keychain.ts';
import { createKeychain, type Keychain } from '#main/keychain/keychain.ts';
import { systemClock } from '#main/runtime/system-clock.ts';
import { type KeychainWorkers, keychainWorkers } from '../support/main/keychain-workers';
import { keyringScene } from '../support/main/keyring-scene';
import { reportOf } from '../support/main/test-ports';

const scene = keyringScene();
const { noBus, anyService } = scene;

interface Opened {
  readonly keychain: Keychain;
  readonly workers: KeychainWorkers;
}

async function open(
  provider: ProviderName,
  own: { env?: NodeJS.ProcessEnv; timeoutMillis?: number; service?: string } = {},
): Promise<Opened> {
  const workers = await keychainWorkers(() => own.env ?? scene.session.env);
  const { service = anyService(), timeoutMillis = 20_000 } = own;
  const keychain = createKeychain({ spawnWorker: workers.spawnWorker, clock: systemClock, provider, service, timeoutMillis });
  onTestFinished(() => keychain.close());
  return { keychain, workers };
}

describe.each(providerNames)('%s', (provider) => {
  test('stores, replaces and removes items; a missing one is null', async () => {
    const { keychain, workers } = await open(provider);
    expect(await keychain.get('one')).toBeNull();
    await keychain.delete('one');
    await keychain.set('one', '1');
    await keychain.set('other', '2');
    expect([await keychain.get('one'), await keychain.get('other')]).toEqual(['1', '2']);
    await keychain.set('one', '3');
    expect(await keychain.get('one')).toBe('3');
    await keychain.delete('one');
    expect([await keychain.get('one'), await keychain.get('other')]).toEqual([null, '2']);
    expect(workers.children).toHaveLength(1);
  });

  test.each([
    { what: 'a value as long as one may be', value: 'x'.repeat(1200) },
    { what: 'as many bytes in UTF-8 as it may have', value: '€'.repeat(800) },
    { what: 'every character', value: 'ü🔑 "\\\n\t' },
    { what: 'the text undefined', value: 'undefined' },
    { what: 'a space', value: ' ' },
  ])('stores $what', async ({ value }) => {
    const { keychain } = await open(provider);
    await keychain.set('one', value);
    expect(await keychain.get('one')).toBe(value);
  });

  test.each([
    { what: 'one character more', value: 'x'.repeat(1201) },
    { what: 'a NUL byte', value: 'a\0b' },
  ])('rejects $what as `keychain-full`, and keeps the stored value', async ({ value }) => {
    const { keychain } = await open(provider);
    await keychain.set('one', '1');
    expect(await reportOf(keychain.set('one', value))).toEqual({ code: 'keychain-full' });
    expect(await keychain.get('one')).toBe('1');
  });

  test('every request to a locked keyring is `keychain-locked`, and all items exist when it is unlocked', async () => {
    const { keychain } = await open(provider);
    await keychain.set('one', '1');
    await scene.session.lock();
    try {
      for (const asking of [
        () => keychain.get('one'),
        () => keychain.get('none'),
        () => keychain.set('one', '2'),
        () => keychain.delete('one'),
      ])
        expect(await reportOf(asking())).toEqual({ code: 'keychain-locked' });
    } finally {
      await scene.session.unlock();
    }
    expect(await keychain.get('one')).toBe('1');
  });

  test('every request without a D-Bus session is `keychain-absent`', async () => {
    const { keychain } = await open(provider, { env: noBus() });
    for (const asking of [() => keychain.get('one'), () => keychain.set('one', '2'), () => keychain.delete('one')])
      expect(await reportOf(asking())).toEqual({ code: 'keychain-absent' });
  });

  test('a killed keyring is an error, never an empty keychain, and works again after a restart', async () => {
    const { keychain } = await open(provider);
    await keychain.set('one', '1');
    await scene.session.killKeyring();
    try {
      for (const asking of [() => keychain.get('one'), () => keychain.delete('one')])
        expect(await reportOf(asking())).toEqual({ code: expect.stringMatching(/^keychain-(locked|absent)$/) });
    } finally {
      await scene.session.unlock();
    }
    expect(await keychain.get('one')).toBe('1');
    await keychain.set('one', '2');
    expect(await keychain.get('one')).toBe('2');
  });

  test('a worker that hangs is `keychain-slow` after the timeout, and is replaced', async () => {
    const { keychain, workers } = await open(provider, { timeoutMillis: 3_000 });
    await keychain.set('one', '1');
    workers.children[0]?.child.kill('SIGSTOP');
    const before = performance.now();
    const asking = [reportOf(keychain.get('one')), keychain.get('one')];
    expect(await asking[0]).toEqual({ code: 'keychain-slow' });
    expect(performance.now() - before).toBeLessThan(3_500);
    expect([await asking[1], workers.children.length]).toEqual(['1', 2]);
  });

  test('a worker that crashes is `keychain-absent` immediately, and is replaced', async () => {
    const { keychain, workers } = await open(provider);
    await keychain.set('one', '1');
    const [first] = workers.children;
    // Stopped, so that the request is certainly active.
    first?.child.kill('SIGSTOP');
    const asking = [reportOf(keychain.get('one')), keychain.get('one')];
    await new Promise((resolve) => setImmediate(resolve));
    first?.child.kill('SIGKILL');
    expect([await asking[0], await asking[1], workers.children.length]).toEqual([{ code: 'keychain-absent' }, '1', 2]);
  });

  test('concurrent requests are handled in order', async () => {
    const { keychain } = await open(provider);
    const values = ['1', '2', '3', '4', '5'];
    const answers = values.flatMap((value) => [
      keychain.set('one', value),
      keychain.get('one'),
      keychain.delete('one'),
      keychain.get('one'),
    ]);
    const found = await Promise.all(answers);
    expect(found.filter((_value, number) => number % 4 === 1)).toEqual(values);
    expect(found.filter((_value, number) => number % 4 === 3)).toEqual(values.map(() => null));
  });

  test('two processes that write at the same time lose nothing', async () => {
    const service = anyService();
    const writers = [await open(provider, { service }), await open(provider, { service })];
    const items = Array.from({ length: 25 }, (_, number) => `item ${number}`);
    await Promise.all(
      writers.flatMap(({ keychain }, writer) => items.map((item) => keychain.set(`${writer} ${item}`, `${item} of ${writer}`))),
    );
    const { keychain } = await open(provider, { service });
    for (const writer of [0, 1])
      expect(await Promise.all(items.map((item) => keychain.get(`${writer} ${item}`)))).toEqual(
        items.map((item) => `${item} of ${writer}`),
      );
  });
});
