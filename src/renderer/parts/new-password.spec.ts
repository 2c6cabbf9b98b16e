import { describe, expect, it } from 'vitest';
import { checkPassword } from './new-password';

describe('the rules for a new password', () => {
  it.each([
    ['', 'short'],
    ['a'.repeat(7), 'short'],
    ['a'.repeat(8), null],
    ['        ', null],
    ['a'.repeat(70), null],
    ['a'.repeat(71), 'long'],
    ['é'.repeat(35), null],
    [`${'é'.repeat(35)}a`, null],
    ['é'.repeat(36), 'bytes'],
    ['鍵'.repeat(23), null],
    ['鍵'.repeat(24), 'bytes'],
    ['🔑🔑🔑', 'short'],
    ['🔑🔑🔑🔑', null],
    ['🔑'.repeat(18), 'bytes'],
    ['é'.repeat(71), 'long'],
  ])('%j: %s', (password, problem) => {
    expect(checkPassword(password).problem).toBe(problem);
  });

  it('count characters and bytes', () => {
    expect(checkPassword('né')).toMatchObject({ characters: 2, bytes: 3 });
  });
});
