import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../../../tests/support/fake-clock';
import { reportOf } from '../../../tests/support/test-ports';
import { createVault, referenceLife } from './secret-references';

function setUp() {
  const clock = createFakeClock();
  let number = 0;
  return { clock, vault: createVault(clock, () => `ref-${++number}`) };
}

const long = 'a secret of forty characters, ends in 1234';
const read = (vault: ReturnType<typeof setUp>['vault'], ref: string, windowId: string) =>
  reportOf((async () => vault.read(ref, windowId))());

describe('withholding', () => {
  test('replaces the secret texts, wherever they are, and nothing else', () => {
    const { vault } = setUp();
    const value = {
      password: long,
      name: 'mail',
      providers: [{ id: 'a', secret: long }, { id: 'b', secret: null }, { id: 'c' }],
      nested: { lists: [[{ key: 'k1' }], [{ key: 'k2' }, { key: 'k3' }]] },
    };
    const before = structuredClone(value);
    expect(vault.withhold(value, ['password', 'providers.*.secret', 'nested.lists.*.*.key', 'absent', 'name.too.deep'], 'w')).toEqual({
      password: { withheld: 'ref-1', last_four: '1234' },
      name: 'mail',
      providers: [{ id: 'a', secret: { withheld: 'ref-2', last_four: '1234' } }, { id: 'b', secret: null }, { id: 'c' }],
      nested: { lists: [[{ key: { withheld: 'ref-3' } }], [{ key: { withheld: 'ref-4' } }, { key: { withheld: 'ref-5' } }]] },
    });
    expect(value).toEqual(before);
    expect([1, 2, 3, 4, 5].map((number) => vault.read(`ref-${number}`, 'w'))).toEqual([long, long, 'k1', 'k2', 'k3']);
  });

  test('of a list at the top, and of no paths', () => {
    const { vault } = setUp();
    expect(vault.withhold([{ token: 'x' }], ['*.token'], 'w')).toEqual([{ token: { withheld: 'ref-1' } }]);
    expect(vault.withhold('plain', [], 'w')).toBe('plain');
    for (const odd of [null, undefined, 7, 'text']) expect(vault.withhold(odd, ['a.*.b', '*'], 'w')).toBe(odd);
  });

  test.each([
    { length: 0, tail: undefined },
    { length: 19, tail: undefined },
    { length: 20, tail: '1234' },
    { length: 45, tail: '1234' },
  ])('shows the last four of $length characters: $tail', ({ length, tail }) => {
    const { vault } = setUp();
    const secret = `${'x'.repeat(41)}1234`.slice(45 - length);
    const { found } = vault.withhold({ found: secret }, ['found'], 'w') as unknown as { found: object };
    expect(found).toEqual(tail === undefined ? { withheld: 'ref-1' } : { withheld: 'ref-1', last_four: tail });
    expect(vault.read('ref-1', 'w')).toBe(secret);
  });
});

describe('restoring', () => {
  test('puts back what was sent back untouched, and leaves what was typed anew', () => {
    const { vault } = setUp();
    const shown = vault.withhold(
      { smtp: { password: long }, keys: [{ key: 'one' }, { key: 'two' }] },
      ['smtp.password', 'keys.*.key'],
      'w',
    );
    const edited = { ...shown, keys: [shown.keys[0], { key: 'typed' }, { key: null }, {}] };
    expect(vault.restore(edited, ['smtp.password', 'keys.*.key'], 'w')).toEqual({
      smtp: { password: long },
      keys: [{ key: 'one' }, { key: 'typed' }, { key: null }, {}],
    });
  });

  test('does nothing where no secret may stand', () => {
    const { vault } = setUp();
    const shown = vault.withhold({ password: long }, ['password'], 'w');
    const moved = { display_name: shown.password };
    expect(vault.restore(moved, ['password'], 'w')).toEqual(moved);
  });

  test('fails as a whole when one of the references has expired', async () => {
    const { vault, clock } = setUp();
    const shown = vault.withhold({ one: 'x' }, ['one'], 'w');
    await clock.advance(referenceLife + 1);
    expect(await reportOf((async () => vault.restore({ ...shown, other: 'y' }, ['one'], 'w'))())).toEqual({ code: 'secret-expired' });
  });
});

describe('a reference', () => {
  test('belongs to its window', async () => {
    const { vault } = setUp();
    vault.withhold({ one: 'x' }, ['one'], 'w');
    expect(await read(vault, 'ref-1', 'other')).toEqual({ code: 'secret-expired' });
    expect(await reportOf((async () => vault.restore({ one: { withheld: 'ref-1' } }, ['one'], 'other'))())).toEqual({
      code: 'secret-expired',
    });
    expect(vault.read('ref-1', 'w')).toBe('x');
  });

  test('goes with its window, and leaves those of others', async () => {
    const { vault } = setUp();
    vault.withhold({ one: 'x' }, ['one'], 'w');
    vault.withhold({ one: 'y' }, ['one'], 'other');
    vault.forgetWindow('w');
    expect(await read(vault, 'ref-1', 'w')).toEqual({ code: 'secret-expired' });
    expect(vault.read('ref-2', 'other')).toBe('y');
  });

  test('lives a quarter of an hour', async () => {
    const { vault, clock } = setUp();
    vault.withhold({ one: 'x' }, ['one'], 'w');
    await clock.advance(referenceLife);
    expect(vault.read('ref-1', 'w')).toBe('x');
    await clock.advance(1);
    expect(await read(vault, 'ref-1', 'w')).toEqual({ code: 'secret-expired' });
  });

  test('that nobody gave out is none', async () => {
    const { vault } = setUp();
    for (const ref of ['', 'ref-1', '__proto__', 'constructor']) expect(await read(vault, ref, 'w')).toEqual({ code: 'secret-expired' });
  });

  test('gives way to newer ones after ten thousand', async () => {
    const { vault } = setUp();
    const many = { keys: Array.from({ length: 10_001 }, (_, number) => `key ${number}`) };
    vault.withhold(many, ['keys.*'], 'w');
    expect(await read(vault, 'ref-1', 'w')).toEqual({ code: 'secret-expired' });
    expect([vault.read('ref-2', 'w'), vault.read('ref-10001', 'w')]).toEqual(['key 1', 'key 10000']);
  });
});
