import { describe, expect, test } from 'vitest';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import type { LinkRegistration } from '../ports/ports';
import { createSelfTest, type SelfTest } from './self-test';

const id = '0123456789abcdef0123456789abcdef';

function setUp(onOpen: (url: string, test: SelfTest) => unknown, own: Partial<LinkRegistration> = {}) {
  const opened: string[] = [];
  const clock = createFakeClock();
  const registration: LinkRegistration = {
    async open(url) {
      opened.push(url);
      await onOpen(url, test);
    },
    isOwn: async () => true,
    program: async () => 'latchkey.desktop',
    register: async () => true,
    ...own,
  };
  const test = createSelfTest({ registration, newId: () => id, clock });
  return { test, opened, clock };
}

describe('the test of links', () => {
  test.each([
    ['as it was opened', (url: string) => url],
    ['in capitals, as some systems pass it', (url: string) => url.replace('latchkey', 'LATCHKEY')],
    ['with a slash at the end, as browsers add it', (url: string) => `${url}/`],
  ])('succeeds when the link arrives: %s', async (_how, change) => {
    const { test, opened } = setUp((url, own) => own.receive(change(url)));
    expect(await test.run()).toEqual({ hasArrived: true, isOwn: true, program: 'latchkey.desktop' });
    expect(opened).toEqual([`latchkey://self-test/${id}`]);
  });

  test('fails after a time, and names the program that the system uses instead', async () => {
    const { test, clock } = setUp(() => undefined, { isOwn: async () => false, program: async () => 'other.desktop' });
    const result = test.run();
    await clock.advance(15_000);
    expect(await result).toEqual({ hasArrived: false, isOwn: false, program: 'other.desktop' });
    expect(test.receive(`latchkey://self-test/${id}`)).toEqual({ isAwaited: false });
  });

  test('fails at once when the system can’t open links', async () => {
    const { test } = setUp(() => Promise.reject(new Error('no handler')), { isOwn: async () => false, program: async () => null });
    expect(await test.run()).toEqual({ hasArrived: false, isOwn: false, program: null });
  });

  test('ends once, whatever arrives', async () => {
    const { test } = setUp((url, own) => {
      expect(own.receive('latchkey://self-test/ffffffffffffffffffffffffffffffff')).toEqual({ isAwaited: false });
      expect(own.receive(url)).toEqual({ isAwaited: true });
      expect(own.receive(url)).toEqual({ isAwaited: false });
    });
    expect(await test.run()).toMatchObject({ hasArrived: true });
  });

  test.each([
    'latchkey://self-test',
    `latchkey://self-test/${id}x`,
    `latchkey://self-test/${id}?x=1`,
    `https://self-test/${id}`,
    `latchkey://handler/self-test/${id}`,
  ])('ignores %s', (text) => {
    expect(setUp(() => undefined).test.receive(text)).toBeNull();
  });

  test('isn’t there without a system that passes links on', async () => {
    const test = createSelfTest({ registration: null, newId: () => id, clock: createFakeClock() });
    expect(await reportOf(test.run())).toEqual({ code: 'not-allowed' });
    expect(await reportOf(test.register())).toEqual({ code: 'not-allowed' });
  });
});
