import { describe, expect, it } from 'vitest';
import { createTranslator } from '#messages/translator.ts';
import { impersonatedName, teamName, userName, visibleName } from './names';

const messages = createTranslator('en');

describe.each([
  ['white space', ' \u00a0'],
  ['a space without width', '\u200b'],
  ['a filler', '\u3164'],
  ['nothing', ''],
])('a name of %s', (_what, name) => {
  it('is none', () => {
    expect(visibleName(name)).toBeNull();
  });

  it('is replaced by what else identifies the user', () => {
    expect(userName(messages, { display_name: name, primary_email: 'ada@example.com' })).toBe('ada@example.com');
    expect(userName(messages, { display_name: name, primary_email: null })).toBe('Unnamed user');
    const impersonation = { displayName: name, primaryEmail: null, userId: 'u1' };
    expect(impersonatedName(impersonation)).toBe('u1');
    expect(impersonatedName({ ...impersonation, primaryEmail: 'ada@example.com' })).toBe('ada@example.com');
  });

  it('is replaced for a team', () => {
    expect(teamName(messages, { display_name: name })).toBe('Unnamed team');
  });
});

it('a name that can be seen stays as it is', () => {
  expect(visibleName(' Ada ')).toBe(' Ada ');
  expect(impersonatedName({ displayName: 'Ada', primaryEmail: 'ada@example.com', userId: 'u1' })).toBe('Ada');
});
