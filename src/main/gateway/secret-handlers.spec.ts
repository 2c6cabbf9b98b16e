import { describe, expect, test, vi } from 'vitest';
import { fail } from '#contract/errors.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { sampleConnection } from '#tests/support/samples/sample-connection.ts';
import type { AssertPermitted } from '../settings/policy';
import type { PresenceGuard } from './presence-guard';
import { createSecretHandlers } from './secret-handlers';
import { createSecretReferences } from './secret-references';

const caller = { windowId: 'w1' };
const other = { ...sampleConnection, id: 'other' };

function setUp() {
  let made = 0;
  const references = createSecretReferences(createFakeClock(), () => `ref-${++made}`);
  const copied: string[] = [];
  const saved: unknown[] = [];
  const copier = { copy: async (text: string) => void copied.push(text), close: async () => undefined };
  const envFiles = {
    choose: async () => null,
    async save(request: unknown) {
      saved.push(request);
      return { outcome: 'saved' as const, isPrivate: true };
    },
    forgetWindow: () => undefined,
  };
  const { server, admin } = references.replaceSecrets({ server: 'ssk_1', admin: "it's $1" }, ['server', 'admin'], {
    ...caller,
    connectionId: 'c',
    destination: null,
  }) as unknown as {
    server: { ref: string };
    admin: { ref: string };
  };
  const check = vi.fn<PresenceGuard['check']>();
  const assertPermitted = vi.fn<AssertPermitted>();
  const entries = [
    { name: 'STACK_SECRET_SERVER_KEY', ref: server.ref },
    { name: 'ADMIN', ref: admin.ref },
  ];
  return {
    references,
    copied,
    saved,
    entries,
    ...createSecretHandlers({
      references,
      copier,
      envFiles,
      guard: { check },
      records: () => [other, sampleConnection],
      destinationOf: () => null,
      assertPermitted,
    }),
    check,
    assertPermitted,
  };
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

describe('presence is checked for the connection of a secret, before it is', () => {
  test.each(['copied', 'copied as a line', 'revealed', 'saved'] as const)('%s', async (what) => {
    const { copy, copyLines, reveal, saveToEnvFile, entries, check, copied, saved } = setUp();
    const [ref, lines] = [{ ref: entries[0]?.ref ?? '' }, { entries }];
    const request = { fileId: 'f', entries, replace: false };
    const [name, input, run] = {
      copied: ['secrets.copy', ref, () => copy(ref, caller)],
      'copied as a line': ['secrets.copyLines', lines, () => copyLines(lines, caller)],
      revealed: ['secrets.reveal', ref, () => reveal(ref, caller)],
      saved: ['secrets.saveToEnvFile', request, () => saveToEnvFile(request, caller)],
    }[what] as [string, unknown, () => Promise<unknown>];
    check.mockImplementationOnce(() => {
      throw fail('presence-unavailable');
    });
    expect(await reportOf(run())).toEqual({ code: 'presence-unavailable' });
    expect(check.mock.calls).toEqual([[{ name, input, connections: [sampleConnection] }, 'w1']]);
    expect([copied, saved]).toEqual([[], []]);
    await run();
    expect(check).toHaveBeenCalledTimes(2);
  });
});

test('a policy that forbids revealing refuses each way in which a secret leaves the app', async () => {
  const { copy, copyLines, reveal, chooseEnvFile, saveToEnvFile, assertPermitted, copied, saved, entries } = setUp();
  assertPermitted.mockImplementation((action) => {
    throw fail('forbidden-by-policy', { path: action });
  });
  const ref = entries[0]?.ref ?? '';
  const calls = [
    copy({ ref }, caller),
    copyLines({ entries }, caller),
    reveal({ ref }, caller),
    chooseEnvFile({}, caller),
    saveToEnvFile({ fileId: 'f', entries, replace: true }, caller),
  ];
  for (const call of calls) expect(await reportOf(Promise.resolve(call))).toEqual({ code: 'forbidden-by-policy', path: 'reveal' });
  expect([copied, saved]).toEqual([[], []]);
});

test('a policy that comes while the user confirms outside the page refuses a secret, too', async () => {
  const { references, reveal, assertPermitted } = setUp();
  const forbid = async () => {
    assertPermitted.mockImplementation((action) => {
      throw fail('forbidden-by-policy', { path: action });
    });
  };
  const owner = { ...caller, connectionId: 'c', destination: null, assertRevealed: forbid };
  const { token } = references.replaceSecrets<{ token: unknown }>({ token: 'refresh' }, ['token'], owner) as { token: { ref: string } };
  expect(await reportOf(Promise.resolve(reveal({ ref: token.ref }, caller)))).toEqual({ code: 'forbidden-by-policy', path: 'reveal' });
});
