import { describe, expect, it } from 'vitest';
import { initialsOf, stableIndex, tileInitials } from './initials';

describe('initials', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['  ada   byron lovelace ', 'AL'],
    ['grace', 'G'],
    ['(Ada) "The" [Lovelace]', 'AL'],
    ['مريم ميرزاخاني', 'مم'],
    ['\u200fאדה לאבלייס', 'אל'],
    ['山田 太郎', '山太'],
    ['🦊 Fox', '🦊F'],
    ['👩‍👩‍👧 Family', '👩‍👩‍👧F'],
    ['élodie', 'É'],
    ['राधा चौहान', 'रा'],
    ['कबीर चौहान', 'क'],
    ['— —', '?'],
  ])('of %s are %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  it('come from the email if there is no name, and are a question mark if there is neither', () => {
    expect(initialsOf(null, 'grace@navy.example')).toBe('G');
    expect(initialsOf('', null)).toBe('?');
    expect(initialsOf(undefined)).toBe('?');
  });

  it('of a tile have two letters', () => {
    expect(tileInitials('Analytical Engines')).toBe('AE');
    expect(tileInitials('Localhost')).toBe('LO');
    expect(tileInitials('X')).toBe('X');
  });
});

it('gives a user always the same color, and users different ones', () => {
  expect(stableIndex('ada@analytical.example', 5)).toBe(stableIndex('ada@analytical.example', 5));
  expect(new Set(Array.from({ length: 50 }, (_, at) => stableIndex(`user-${at}`, 5))).size).toBe(5);
});
