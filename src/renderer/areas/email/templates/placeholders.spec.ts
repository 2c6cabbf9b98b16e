import { describe, expect, it, test } from 'vitest';
import { fillPlaceholders, placeholderProblems } from './placeholders';

const known = ['otp', 'userDisplayName'];

test.each<[text: string, problems: readonly string[]]>([
  ['', []],
  ['No placeholders: { otp }, } and {', []],
  ['Code {{ otp }}, {{otp}}, {{{ otp }}}, {{~ otp ~}}', []],
  ['Hi{{#if userDisplayName}}, {{ userDisplayName }}{{else}} you{{/if}}!', []],
  ['{{#unless otp}}{{#if otp}}a{{/if}}{{/unless}}{{! a note }}', []],
  ['{{ code }} {{ code }} {{ name }}', ['unknown code', 'unknown name']],
  ['{{#if code}}x{{/if}}', ['unknown code']],
  ['{{ constructor }} {{ __proto__ }} {{ toString }}', ['unknown constructor', 'unknown __proto__', 'unknown toString']],
  ['{{ otp', ['syntax {{ otp']],
  ['{{ user.name }}', ['syntax user.name']],
  ['{{> partial }}', ['syntax > partial']],
  ['{{ helper otp }}', ['syntax helper otp']],
  ['{{#each otp}}x{{/each}}', ['syntax #each otp', 'syntax /each']],
  ['{{#if otp}}x', ['syntax #if']],
  ['x{{/if}}', ['syntax /if']],
  ['{{#if otp}}x{{/unless}}', ['syntax /unless']],
  ['{{else}}', ['syntax else']],
  ['{{}}', ['syntax ']],
])('the problems of %j', (text, problems) => {
  expect(placeholderProblems(text, known).map((problem) => `${problem.kind} ${problem.text}`)).toEqual(problems);
});

it('refuses a text that is too long, and is quick for one with many braces', () => {
  expect(placeholderProblems('x'.repeat(50_001), known)).toHaveLength(1);
  expect(placeholderProblems('{{'.repeat(25_000), known)).toHaveLength(1);
});

describe('a preview', () => {
  const values = { otp: 'ABC123', empty: '' };
  test.each([
    ['Code {{ otp }}', 'Code ABC123'],
    ['{{ other }} stays', '{{ other }} stays'],
    ['{{#if otp}}yes{{else}}no{{/if}}', 'yes'],
    ['{{#if empty}}yes{{else}}no{{/if}}', 'no'],
    ['{{#unless empty}}yes{{/unless}}', 'yes'],
    ['{{#if empty}}a{{#if otp}}b{{/if}}{{/if}}c', 'c'],
    ['{{ constructor }}', '{{ constructor }}'],
    ['a {{ otp', 'a {{ otp'],
    ['{{else}}x{{/if}}', 'x'],
  ])('of %j is %j', (text, filled) => {
    expect(fillPlaceholders(text, values)).toBe(filled);
  });
});
