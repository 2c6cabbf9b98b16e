import { describe, expect, it } from 'vitest';
import { looksLikeLink, recognize } from './recognize';

const id = '3241a285-1111-4222-8333-44445555140c';
const email = 'ada@analytical.example';
const body = '0a1b2c3d4e'.repeat(4);

describe('recognizes', () => {
  it.each([
    [id, { kind: 'id', id }],
    [` ${id.toUpperCase()}\n`, { kind: 'id', id }],
    [`\u200b${id}`, { kind: 'id', id }],
    [id.replaceAll('-', '\u2011'), { kind: 'id', id }],
    [`"Lovelace, Ada" <${email}>`, { kind: 'email', email }],
    [`"ssk_${body}0z9x8",`, { kind: 'key', lastFour: 'z9x8', isSure: true }],
    [`STACK_SECRET_SERVER_KEY=ssk_${body}0z9x8`, { kind: 'key', lastFour: 'z9x8', isSure: true }],
    [email, { kind: 'email', email }],
    ['a@b', { kind: 'email', email: 'a@b' }],
    [`Ada Lovelace <${email}>`, { kind: 'email', email }],
    [`<${email}>`, { kind: 'email', email }],
    [`mailto:${email}`, { kind: 'email', email }],
    ['ａｄａ＠ａｎａｌｙｔｉｃａｌ。ｅｘａｍｐｌｅ', { kind: 'email', email }],
    [`ssk_${body}0z9x8`, { kind: 'key', lastFour: 'z9x8', isSure: true }],
    ['sk_…a1b2', { kind: 'key', lastFour: 'a1b2', isSure: true }],
    ['…wxyz', { kind: 'key', lastFour: 'wxyz', isSure: true }],
    ['••••a1b2', { kind: 'key', lastFour: 'a1b2', isSure: true }],
    ['a1b2', { kind: 'key', lastFour: 'a1b2', isSure: true }],
    ['Ａ１ｂ２', { kind: 'key', lastFour: 'A1b2', isSure: true }],
    ['team', { kind: 'key', lastFour: 'team', isSure: false }],
  ])('%j', (text, expected) => {
    expect(recognize(text)).toEqual(expected);
  });

  it.each([`"${id}"`, `'${id}',`, `\`${id}\``, `“${id}”`, `(${id}).`, `{${id}}`, `id: ${id}`, `"id": "${id}",`, `team_id=${id}`, `#${id}`])(
    'the ID in %s',
    (text) => {
      expect(recognize(text)).toEqual({ kind: 'id', id });
    },
  );

  it.each([
    `"${email}"`,
    `(${email})`,
    `${email},`,
    `${email}.`,
    `<mailto:${email}>`,
    `mailto:${email}?subject=Hi`,
    `[${email}](mailto:${email})`,
  ])('the email in %s', (text) => {
    expect(recognize(text)).toEqual({ kind: 'email', email });
  });

  it.each([
    '',
    ' ',
    'ada',
    'ada@',
    '@example',
    'dark theme',
    'a b@c',
    'a@b@c',
    id.slice(1),
    `${id}0`,
    'https://ada@example.com/x',
    'users',
  ])('nothing in %j', (text) => {
    expect(recognize(text)).toBeNull();
  });

  it('an email from the first letter after the @ on, and until it is deleted', () => {
    const steps = Array.from(email, (_, at) => email.slice(0, at + 1));
    const isEmail = (text: string) => recognize(text)?.kind === 'email';
    expect(steps.filter(isEmail)).toEqual(steps.slice(4));
  });
});

const code = 'a1b2c'.repeat(9);

it.each([
  ['https://app.example/handler/magic-link-callback?code=x', true, true],
  ['http://localhost:47810/handler/password-reset', true, true],
  ['latchkey://handler/sign-in', true, true],
  ['LATCHKEY:handler/sign-in', true, true],
  ['<https://app.example/handler/error>', true, true],
  [code, true, false],
  [code.toUpperCase(), true, false],
  [code.slice(1), false, false],
  [`${code}0`, false, false],
  ['A1B2C3', false, false],
  ['https://', false, false],
  ['https://app.example and more', false, false],
  ['https://app.example/handler/magic-link-callback?co\nde=a1b2', true, true],
  ['https://app.example/handler/magic-link-callback?co de=a1b2', true, true],
  ['> https://app.example/handler/magic-link-\n> callback?code=a1b2', true, true],
  ['>> https://app.example/handler?code=3D\r\n> > a1b2', true, true],
  ['  <https://app.example/handler/\r\n   magic-link-callback?code=a1b2>', true, true],
  ['https://app.example/handler?code=a1b2\nGreetings', false, false],
  [`${code.slice(0, 20)}\n${code.slice(20)}`, true, false],
  [`> ${code.slice(0, 20)}\n> ${code.slice(20)}`, true, false],
  ['show me all of the users who have an email that bounced', false, false],
  ['javascript:alert(1)', false, false],
  ['ada@example.com', false, false],
  ['users', false, false],
  ['', false, false],
])('%j is a link: %s; without a connection: %s', (text, expected, alone) => {
  expect([looksLikeLink(text, true), looksLikeLink(text, false)]).toEqual([expected, alone]);
});
