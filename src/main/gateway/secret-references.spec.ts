import { describe, expect, test } from 'vitest';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { createSecretReferences, maxHeld, referenceTtlMillis, type SecretOwner } from './secret-references';

function setUp() {
  const clock = createFakeClock();
  let number = 0;
  return { clock, secretReferences: createSecretReferences(clock, () => `ref-${++number}`) };
}

const owner = { windowId: 'w', connectionId: 'c', destination: 'https://x.test p' };
const long = 'a secret of forty characters, ends in 1234';
const read = (secretReferences: ReturnType<typeof setUp>['secretReferences'], ref: string, windowId: string) =>
  reportOf((async () => secretReferences.read(ref, windowId))());

describe('replaceSecrets', () => {
  test('replaces the secret texts, wherever they are, and nothing else', () => {
    const { secretReferences } = setUp();
    const value = {
      password: long,
      name: 'mail',
      providers: [{ id: 'a', secret: long }, { id: 'b', secret: null }, { id: 'c' }],
      nested: { lists: [[{ key: 'k1' }], [{ key: 'k2' }, { key: 'k3' }]] },
    };
    const before = structuredClone(value);
    expect(
      secretReferences.replaceSecrets(value, ['password', 'providers.*.secret', 'nested.lists.*.*.key', 'absent', 'name.too.deep'], owner),
    ).toEqual({
      password: { ref: 'ref-1', last_four: '1234' },
      name: 'mail',
      providers: [{ id: 'a', secret: { ref: 'ref-2', last_four: '1234' } }, { id: 'b', secret: null }, { id: 'c' }],
      nested: { lists: [[{ key: { ref: 'ref-3' } }], [{ key: { ref: 'ref-4' } }, { key: { ref: 'ref-5' } }]] },
    });
    expect(value).toEqual(before);
    expect([1, 2, 3, 4, 5].map((number) => secretReferences.read(`ref-${number}`, 'w'))).toEqual([long, long, 'k1', 'k2', 'k3']);
  });

  test('accepts a list as the value, and an empty list of paths', () => {
    const { secretReferences } = setUp();
    expect(secretReferences.replaceSecrets([{ token: 'x' }], ['*.token'], owner)).toEqual([{ token: { ref: 'ref-1' } }]);
    expect(secretReferences.replaceSecrets('plain', [], owner)).toBe('plain');
    for (const odd of [null, undefined, 7, 'text']) expect(secretReferences.replaceSecrets(odd, ['a.*.b', '*'], owner)).toBe(odd);
  });

  test.each([
    { length: 0, tail: undefined },
    { length: 19, tail: undefined },
    { length: 20, tail: '1234' },
    { length: 45, tail: '1234' },
  ])('shows the last four of $length characters: $tail', ({ length, tail }) => {
    const { secretReferences } = setUp();
    const secret = `${'x'.repeat(41)}1234`.slice(45 - length);
    const { found } = secretReferences.replaceSecrets({ found: secret }, ['found'], owner) as unknown as { found: object };
    expect(found).toEqual(tail === undefined ? { ref: 'ref-1' } : { ref: 'ref-1', last_four: tail });
    expect(secretReferences.read('ref-1', 'w')).toBe(secret);
  });
});

describe('restore', () => {
  test('restores references, and leaves entered text unchanged', () => {
    const { secretReferences } = setUp();
    const shown = secretReferences.replaceSecrets(
      { smtp: { password: long }, keys: [{ key: 'one' }, { key: 'two' }] },
      ['smtp.password', 'keys.*.key'],
      owner,
    );
    const edited = { ...shown, keys: [shown.keys[0], { key: 'typed' }, { key: null }, {}] };
    expect(secretReferences.restore(edited, ['smtp.password', 'keys.*.key'], owner)).toEqual({
      smtp: { password: long },
      keys: [{ key: 'one' }, { key: 'typed' }, { key: null }, {}],
    });
  });

  test('ignores references at other paths', () => {
    const { secretReferences } = setUp();
    const shown = secretReferences.replaceSecrets({ password: long }, ['password'], owner);
    const moved = { display_name: shown.password };
    expect(secretReferences.restore(moved, ['password'], owner)).toEqual(moved);
  });

  test('fails as a whole when one of the references has expired', async () => {
    const { secretReferences, clock } = setUp();
    const shown = secretReferences.replaceSecrets({ one: 'x' }, ['one'], owner);
    await clock.advance(referenceTtlMillis + 1);
    expect(await reportOf((async () => secretReferences.restore({ ...shown, other: 'y' }, ['one'], owner))())).toEqual({
      code: 'secret-expired',
    });
  });
});

describe('a reference', () => {
  test('works in its own window only', async () => {
    const { secretReferences } = setUp();
    secretReferences.replaceSecrets({ one: 'x' }, ['one'], owner);
    expect(await read(secretReferences, 'ref-1', 'other')).toEqual({ code: 'secret-expired' });
    expect(secretReferences.read('ref-1', 'w')).toBe('x');
  });

  test.each([
    ['of another window', { windowId: 'other' }],
    ['on another connection', { connectionId: 'other' }],
    ['on a connection that points elsewhere by now', { destination: 'https://else.where p' }],
    ['on a connection that was removed', { destination: null }],
  ])('isn’t sent in a request %s', async (_what, change) => {
    const { secretReferences } = setUp();
    secretReferences.replaceSecrets({ one: 'x' }, ['one'], owner);
    const sent = async (by: Partial<SecretOwner>) => secretReferences.restore({ one: { ref: 'ref-1' } }, ['one'], { ...owner, ...by });
    expect(await reportOf(sent(change))).toEqual({ code: 'secret-expired' });
    expect(await sent({})).toEqual({ one: 'x' });
  });

  test('is deleted with its window, and those of other windows are not', async () => {
    const { secretReferences } = setUp();
    secretReferences.replaceSecrets({ one: 'x' }, ['one'], owner);
    secretReferences.replaceSecrets({ one: 'y' }, ['one'], { ...owner, windowId: 'other' });
    secretReferences.forgetWindow('w');
    expect(await read(secretReferences, 'ref-1', 'w')).toEqual({ code: 'secret-expired' });
    expect(secretReferences.read('ref-2', 'other')).toBe('y');
  });

  test('expires after 15 minutes', async () => {
    const { secretReferences, clock } = setUp();
    secretReferences.replaceSecrets({ one: 'x' }, ['one'], owner);
    await clock.advance(referenceTtlMillis);
    expect(secretReferences.read('ref-1', 'w')).toBe('x');
    await clock.advance(1);
    expect(await read(secretReferences, 'ref-1', 'w')).toEqual({ code: 'secret-expired' });
  });

  test('that was never created has expired', async () => {
    const { secretReferences } = setUp();
    for (const ref of ['', 'ref-1', '__proto__', 'constructor'])
      expect(await read(secretReferences, ref, 'w')).toEqual({ code: 'secret-expired' });
  });

  test('is deleted when there are more than ten thousand', async () => {
    const { secretReferences } = setUp();
    const many = { keys: Array.from({ length: 10_001 }, (_, number) => `key ${number}`) };
    secretReferences.replaceSecrets(many, ['keys.*'], owner);
    expect(await read(secretReferences, 'ref-1', 'w')).toEqual({ code: 'secret-expired' });
    expect([secretReferences.read('ref-2', 'w'), secretReferences.read('ref-10001', 'w')]).toEqual(['key 1', 'key 10000']);
  });
});

describe('a held reference', () => {
  function holding() {
    const scene = setUp();
    scene.secretReferences.replaceSecrets({ one: 'x' }, ['one'], owner);
    scene.secretReferences.hold('ref-1', 'w');
    return scene;
  }

  test('doesn’t expire until it is released', async () => {
    const { secretReferences, clock } = holding();
    await clock.advance(100 * referenceTtlMillis);
    expect(secretReferences.read('ref-1', 'w')).toBe('x');
    expect(secretReferences.restore({ one: { ref: 'ref-1' } }, ['one'], owner)).toEqual({ one: 'x' });
    secretReferences.release('ref-1', 'w');
    expect(await read(secretReferences, 'ref-1', 'w')).toEqual({ code: 'secret-expired' });
  });

  test('is usable for the rest of its 15 minutes after it was released, and can be held again', async () => {
    const { secretReferences, clock } = holding();
    secretReferences.release('ref-1', 'w');
    await clock.advance(referenceTtlMillis);
    expect(secretReferences.read('ref-1', 'w')).toBe('x');
    secretReferences.hold('ref-1', 'w');
    await clock.advance(1);
    expect(secretReferences.read('ref-1', 'w')).toBe('x');
  });

  test('can be held and released by its own window only, and not once it has expired', async () => {
    const { secretReferences, clock } = setUp();
    secretReferences.replaceSecrets({ one: 'x' }, ['one'], owner);
    const holdAs = (windowId: string) => reportOf((async () => secretReferences.hold('ref-1', windowId))());
    expect(await holdAs('other')).toEqual({ code: 'secret-expired' });
    await clock.advance(referenceTtlMillis + 1);
    expect(await holdAs('w')).toEqual({ code: 'secret-expired' });
    const another = holding();
    another.secretReferences.release('ref-1', 'other');
    another.secretReferences.release('unknown', 'w');
    await another.clock.advance(referenceTtlMillis + 1);
    expect(another.secretReferences.read('ref-1', 'w')).toBe('x');
  });

  test('is deleted with its window and with its connection', async () => {
    const first = holding();
    first.secretReferences.keepConnections(['other', 'c']);
    expect(first.secretReferences.read('ref-1', 'w')).toBe('x');
    first.secretReferences.keepConnections(['other']);
    expect(await read(first.secretReferences, 'ref-1', 'w')).toEqual({ code: 'secret-expired' });
    const second = holding();
    second.secretReferences.forgetWindow('w');
    expect(await read(second.secretReferences, 'ref-1', 'w')).toEqual({ code: 'secret-expired' });
  });

  test('isn’t deleted for newer references', () => {
    const { secretReferences } = holding();
    secretReferences.replaceSecrets({ keys: Array.from({ length: 20_000 }, () => 'key') }, ['keys.*'], owner);
    expect(secretReferences.read('ref-1', 'w')).toBe('x');
  });

  test('expires again when a hundred newer ones are held', async () => {
    const { secretReferences, clock } = holding();
    secretReferences.replaceSecrets({ keys: Array.from({ length: maxHeld }, () => 'key') }, ['keys.*'], owner);
    for (let number = 2; number <= maxHeld + 1; number += 1) secretReferences.hold(`ref-${number}`, 'w');
    await clock.advance(referenceTtlMillis + 1);
    expect(await read(secretReferences, 'ref-1', 'w')).toEqual({ code: 'secret-expired' });
    expect(secretReferences.read('ref-2', 'w')).toBe('key');
  });
});
