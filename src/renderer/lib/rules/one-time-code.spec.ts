import { describe, expect, it } from 'vitest';
import { type CodeAlphabet, pastedCode, typedCode } from './one-time-code';

describe('typed text', () => {
  it.each<[string, CodeAlphabet, string]>([
    ['12 34', 'digits', '1234'],
    ['12a34567', 'digits', '123456'],
    ['ab-1', 'letters-and-digits', 'AB1'],
    ['１２３４', 'digits', '1234'],
    ['ａＢ１', 'letters-and-digits', 'AB1'],
    ['', 'digits', ''],
  ])('%j as %s: %j', (text, alphabet, code) => {
    expect(typedCode(text, alphabet)).toBe(code);
  });
});

describe('pasted text', () => {
  it.each<[string, CodeAlphabet, string | null]>([
    ['123456', 'digits', '123456'],
    [' 123 456\n', 'digits', '123456'],
    ['123–456', 'digits', '123456'],
    ['１２３　４５６', 'digits', '123456'],
    ['確認コード：Ａ１Ｂ２Ｃ３', 'letters-and-digits', 'A1B2C3'],
    ['a1b2c3', 'letters-and-digits', 'A1B2C3'],
    ['abcdef', 'letters-and-digits', 'ABCDEF'],
    ['Analytical Engines: Your code is A1B2C3', 'letters-and-digits', 'A1B2C3'],
    ['Sign in to Analytical Engines: Your code is KQWXYZ', 'letters-and-digits', 'KQWXYZ'],
    ['Sign in to Reward: Your code is KQWXYZ', 'letters-and-digits', 'KQWXYZ'],
    ['REWARD: Your code is A1B2C3', 'letters-and-digits', 'A1B2C3'],
    ['either KQWXYZ or ABCDEF', 'letters-and-digits', null],
    ['a single letter', 'letters-and-digits', null],
    ['a1b2c3', 'digits', null],
    ['12345', 'digits', null],
    ['1234567', 'digits', null],
    ['not a single one', 'letters-and-digits', null],
    ['either A1B2C3 or D4E5F6', 'letters-and-digits', null],
    ['http://localhost:47810/handler/magic-link-callback?code=a1b2c3', 'letters-and-digits', null],
    ['', 'digits', null],
  ])('%j as %s: %j', (text, alphabet, code) => {
    expect(pastedCode(text, alphabet)).toBe(code);
  });
});
