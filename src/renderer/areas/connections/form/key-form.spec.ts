import { describe, expect, it } from 'vitest';
import { completeKind, type KeyKind, prefixedKind } from '#lib/rules/project-keys.ts';
import { keyWarning } from './key-form';

const secret = '0123456789abcdefghjkmnpqrstvwxyz0123456789abc';

describe('a key without a warning', () => {
  it.each<[string, KeyKind, string]>([
    ['nothing', 'client', ' '],
    ['the service’s form', 'client', `pck_${secret}`],
    ['the service’s form with spaces around it', 'server', `  ssk_${secret}\n`],
    ['a development key of the service', 'client', 'this-publishable-client-key-is-for-local-development-only'],
    ['the output of openssl rand -base64 32', 'admin', 'q0Yk3o1+/9mS4Yz8w2bX7c5d6e7f8g9h0i1j2k3l4m4='],
    ['a short key', 'server', 'x'],
  ])('%s', (_what, field, typed) => {
    expect(keyWarning(field, typed)).toBeNull();
  });
});

describe('a key with a warning', () => {
  it.each<[string, KeyKind, string, object]>([
    ['a server key', 'client', `ssk_${secret}`, { kind: 'other-kind', is: 'server' }],
    ['an admin key', 'client', `sak_${secret}`, { kind: 'other-kind', is: 'admin' }],
    ['the start of a publishable key', 'server', 'pck_short', { kind: 'other-kind', is: 'client' }],
    ['another kind in capitals', 'admin', `PCK_${secret}`, { kind: 'other-kind', is: 'client' }],
    ['a space inside', 'server', 'two words', { kind: 'spaces' }],
    ['two keys', 'client', `pck_${secret} pck_${secret}`, { kind: 'spaces' }],
    ['a key that is cut off', 'client', `pck_${secret.slice(0, -1)}`, { kind: 'incomplete' }],
    ['a key with a character too many', 'client', `pck_${secret}0`, { kind: 'incomplete' }],
    ['a masked key', 'server', 'ssk_************', { kind: 'incomplete' }],
    ['stars alone', 'server', '********', { kind: 'incomplete' }],
    ['dots alone', 'admin', '••••••••', { kind: 'incomplete' }],
    ['a prefix alone', 'admin', 'sak_', { kind: 'incomplete' }],
    ['a key in capitals', 'client', `pck_${secret}`.toUpperCase(), { kind: 'incomplete' }],
    ['a letter that keys never have', 'client', `pck_${'u'.repeat(45)}`, { kind: 'incomplete' }],
    ['quotes around a key', 'client', `"pck_${secret}"`, { kind: 'incomplete' }],
    ['a variable with a key', 'server', `STACK_KEY=ssk_${secret}`, { kind: 'incomplete' }],
  ])('%s', (_what, field, typed, warning) => {
    expect(keyWarning(field, typed)).toEqual(warning);
  });
});

it('distinguishes a prefix from a complete key', () => {
  expect([prefixedKind('sak_1'), completeKind('sak_1'), completeKind(`sak_${secret}`), prefixedKind('key')]).toEqual([
    'admin',
    undefined,
    'admin',
    undefined,
  ]);
});
