import { describe, expect, it, test } from 'vitest';
import { assignedNames, mergeEnv } from './merge-env';

const merged = (text: string) => mergeEnv(text, [{ name: 'API_KEY', value: 'sk_new' }]);

describe('a variable that the file does not assign', () => {
  it.each([
    ['an empty file', '', 'API_KEY=sk_new\n'],
    ['a file', 'A=1\n', 'A=1\nAPI_KEY=sk_new\n'],
    ['a file without a line break at its end', 'A=1', 'A=1\nAPI_KEY=sk_new\n'],
    ['a file with CRLF', 'A=1\r\nB=2\r\n', 'A=1\r\nB=2\r\nAPI_KEY=sk_new\r\n'],
    ['a file with CRLF but not at its end', 'A=1\r\nB=2', 'A=1\r\nB=2\r\nAPI_KEY=sk_new\r\n'],
    ['a file with both line breaks', 'A=1\nB=2\r\n', 'A=1\nB=2\r\nAPI_KEY=sk_new\n'],
    ['a file that is only a byte order mark', '\uFEFF', '\uFEFFAPI_KEY=sk_new\n'],
    ['a file with blank lines at its end', 'A=1\n\n\n', 'A=1\n\n\nAPI_KEY=sk_new\n'],
    ['a comment', '# API_KEY=sk_old\n', '# API_KEY=sk_old\nAPI_KEY=sk_new\n'],
    ['longer names', 'MY_API_KEY=1\nAPI_KEY_2=2\nAPI.KEY=3\n', 'MY_API_KEY=1\nAPI_KEY_2=2\nAPI.KEY=3\nAPI_KEY=sk_new\n'],
    ['the same name in lower case', 'api_key=1\n', 'api_key=1\nAPI_KEY=sk_new\n'],
    ['a value of several lines', 'PEM="x\nAPI_KEY=inside\n"\n', 'PEM="x\nAPI_KEY=inside\n"\nAPI_KEY=sk_new\n'],
    ['a value of several lines in single quotes', "PEM='x\nAPI_KEY=inside'\n", "PEM='x\nAPI_KEY=inside'\nAPI_KEY=sk_new\n"],
    ['lines that are no assignments', 'just text\n=\n[API_KEY]\n', 'just text\n=\n[API_KEY]\nAPI_KEY=sk_new\n'],
  ])('is appended to %s', (_what, text, expected) => {
    expect(merged(text)).toBe(expected);
    expect(assignedNames(text, ['API_KEY'])).toEqual([]);
  });
});

describe('a variable that the file assigns', () => {
  it.each([
    ['without quotes', 'A=1\nAPI_KEY=sk_old\nB=2\n', 'A=1\nAPI_KEY=sk_new\nB=2\n'],
    ['in the first line', 'API_KEY=sk_old\nB=2', 'API_KEY=sk_new\nB=2'],
    ['in the last line', 'A=1\nAPI_KEY=sk_old', 'A=1\nAPI_KEY=sk_new'],
    ['with CRLF', 'API_KEY=sk_old\r\nB=2\r\n', 'API_KEY=sk_new\r\nB=2\r\n'],
    ['in double quotes', 'API_KEY="sk \\" # old" # why\nB=2\n', 'API_KEY=sk_new # why\nB=2\n'],
    ['in single quotes', "API_KEY='sk # old'\n", 'API_KEY=sk_new\n'],
    ['in several lines', 'API_KEY="sk\nold"\nB=2\n', 'API_KEY=sk_new\nB=2\n'],
    ['with a quote that is never closed', "API_KEY='sk_old\nB=2\n", 'API_KEY=sk_new\nB=2\n'],
    ['with a comment behind it', 'API_KEY=sk#old # why\n', 'API_KEY=sk_new # why\n'],
    ['with nothing', 'API_KEY=\nB=2\n', 'API_KEY=sk_new\nB=2\n'],
    ['with nothing at the end', 'API_KEY=', 'API_KEY=sk_new'],
    ['with export and spaces', '  export\tAPI_KEY = sk_old  \nB=2\n', '  export\tAPI_KEY = sk_new  \nB=2\n'],
    ['behind a byte order mark', '\uFEFFAPI_KEY=sk_old\n', '\uFEFFAPI_KEY=sk_new\n'],
    ['behind a blank line', '\n\nAPI_KEY=sk_old\n', '\n\nAPI_KEY=sk_new\n'],
    ['twice, where it counts', 'API_KEY=one\nAPI_KEY=two\n', 'API_KEY=one\nAPI_KEY=sk_new\n'],
    ['behind a line of several lines', 'A="1\n2"\nAPI_KEY=sk_old\n', 'A="1\n2"\nAPI_KEY=sk_new\n'],
  ])('gets its new value: %s', (_what, text, expected) => {
    expect(merged(text)).toBe(expected);
    expect(assignedNames(text, ['API_KEY'])).toEqual(['API_KEY']);
  });
});

test('several variables are merged one after another', () => {
  const entries = [
    { name: 'A', value: 'one' },
    { name: 'B', value: 'two words' },
    { name: 'C', value: '$3' },
  ];
  expect(mergeEnv('B=2', entries)).toBe("B='two words'\nA=one\nC='$3'\n");
});

test.each([
  ['an open quote in every line', 'A="x\\\n'.repeat(20_000)],
  ['many spaces in a value', `A=x${' '.repeat(200_000)}y\n`],
  ['many spaces before a name', `${' '.repeat(200_000)}y\n`],
])('a long file with %s is read quickly', (_what, text) => {
  const start = performance.now();
  merged(text);
  expect(performance.now() - start).toBeLessThan(2_000);
});
