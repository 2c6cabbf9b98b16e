import { expect, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { createMemoryStore } from '../../keychain/memory-store';
import type { SecretStore } from '../../ports/ports';
import { createTopic } from '../../runtime/topics';
import { createLostSignIn, createProxySignIn, proxySignInItem } from './proxy-sign-in';

const ada = { username: 'ada', password: 'hush' };

test('is read for the proxy that it was stored for, and for no other', async () => {
  const signIn = createProxySignIn(() => createdStore);
  const createdStore = createMemoryStore();
  expect(await reportOf(signIn.read('http://proxy.example'))).toEqual({ code: 'proxy-sign-in' });
  expect(await signIn.store('HTTP://Proxy.Example:80/', ada)).toBe('http://proxy.example');
  expect(await signIn.read('http://proxy.example')).toEqual(ada);
  expect(await reportOf(signIn.read('http://proxy.example:81'))).toEqual({ code: 'proxy-sign-in' });
  await signIn.store('socks5://other.example:1080', { ...ada, password: '' });
  expect(await reportOf(signIn.read('http://proxy.example'))).toEqual({ code: 'proxy-sign-in' });
  await signIn.remove();
  expect(createdStore.items().size).toBe(0);
});

test.each(['', 'null', '{', '{"proxyUrl":"http://proxy.example"}'])('a damaged item is none: %j', async (text) => {
  const store = createMemoryStore([[proxySignInItem, text]]);
  expect(await reportOf(createProxySignIn(() => store).read('http://proxy.example'))).toEqual({ code: 'proxy-sign-in' });
});

test('a keychain that is locked is reported as such, and what isn’t a proxy isn’t stored', async () => {
  const locked = async () => {
    throw fail('keychain-locked');
  };
  const signIn = createProxySignIn(() => ({ get: locked, set: locked, delete: locked }));
  expect(await reportOf(signIn.read('http://proxy.example'))).toEqual({ code: 'keychain-locked' });
  expect(await reportOf(signIn.store('', ada))).toEqual({ code: 'proxy-url-invalid' });
});

test('without a keychain it is lost at a restart, which is shown until it is stored again', async () => {
  let store: Pick<ReturnType<typeof createMemoryStore>, 'get' | 'set' | 'delete'> & { kind: SecretStore['kind'] } = createMemoryStore();
  const signIn = createProxySignIn(() => store);
  const topic = createTopic<boolean>('settings.isProxySignInLost', false, () => undefined);
  let proxyUrl: string | null = await signIn.store('http://proxy.example', ada);
  const check = createLostSignIn({ proxyUrl: () => proxyUrl, signIn, secrets: () => store, topic });
  const isLost = async () => {
    await check();
    return topic.get().value;
  };
  expect(await isLost()).toBe(false);
  store = createMemoryStore();
  expect(await isLost()).toBe(true);
  await signIn.store('http://proxy.example', ada);
  expect(await isLost()).toBe(false);
  store = createMemoryStore();
  expect(await isLost()).toBe(true);
  proxyUrl = null;
  expect(await isLost()).toBe(false);
});

test('a store that is locked, and a keychain of the system, aren’t said to have lost it', async () => {
  const topic = createTopic<boolean>('settings.isProxySignInLost', false, () => undefined);
  const proxyUrl = () => 'http://proxy.example';
  for (const [kind, code] of [
    ['sealed', 'keychain-locked'],
    ['system', 'proxy-sign-in'],
  ] as const) {
    await createLostSignIn({ proxyUrl, signIn: { read: () => Promise.reject(fail(code)) }, secrets: () => ({ kind }), topic })();
    expect(topic.get().value).toBe(false);
  }
});
