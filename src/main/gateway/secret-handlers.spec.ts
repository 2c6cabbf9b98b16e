import { expect, test } from 'vitest';
import { createFakeClock } from '../../../tests/support/fake-clock';
import { reportOf } from '../../../tests/support/test-ports';
import { createSecretHandlers } from './secret-handlers';
import { createSecretReferences } from './secret-references';

const caller = { windowId: 'w1' };

function setUp() {
  let made = 0;
  const references = createSecretReferences(createFakeClock(), () => `ref-${++made}`);
  const copied: string[] = [];
  const copier = { copy: async (text: string) => void copied.push(text), close: async () => undefined };
  const envFiles = {
    choose: async () => null,
    save: async () => ({ outcome: 'saved' as const, isPrivate: true }),
    forgetWindow: () => undefined,
  };
  const { server, admin } = references.withhold({ server: 'ssk_1', admin: "it's $1" }, ['server', 'admin'], {
    ...caller,
    connectionId: 'c',
  }) as unknown as {
    server: { ref: string };
    admin: { ref: string };
  };
  const entries = [
    { name: 'STACK_SECRET_SERVER_KEY', ref: server.ref },
    { name: 'ADMIN', ref: admin.ref },
  ];
  return { copied, entries, ...createSecretHandlers(references, copier, envFiles) };
}

test('several secrets are copied as lines of an environment file', async () => {
  const { copyLines, copied, entries } = setUp();
  expect(await copyLines({ entries }, caller)).toBeNull();
  expect(copied).toEqual(['STACK_SECRET_SERVER_KEY=ssk_1\nADMIN="it\'s \\$1"\n']);
});

test('nothing is copied if one of them is another window’s', async () => {
  const { copyLines, copied, entries } = setUp();
  expect(await reportOf(Promise.resolve(copyLines({ entries }, { windowId: 'w2' })))).toEqual({ code: 'secret-expired' });
  expect(copied).toEqual([]);
});

test('a typed text is kept for its window', async () => {
  const { keep, copy, copied } = setUp();
  const kept = await keep({ connectionId: 'c', text: `sk_${'a'.repeat(30)}wxyz` }, caller);
  expect(kept).toEqual({ ref: expect.any(String), last_four: 'wxyz' });
  await copy({ ref: kept.ref }, caller);
  expect(copied).toEqual([`sk_${'a'.repeat(30)}wxyz`]);
  expect(await reportOf(Promise.resolve(copy({ ref: kept.ref }, { windowId: 'w2' })))).toEqual({ code: 'secret-expired' });
});
