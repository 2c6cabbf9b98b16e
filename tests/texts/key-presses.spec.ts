/** Keys are compared by `pressedKey` alone, which leaves out those of input methods. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from '../support/program/imports';

const root = join(import.meta.dirname, '../..');
const helper = /^src\/renderer\/lib\/keyboard\//;
const reads = [
  /\b(?:event|e|press|pressed|keyEvent|nativeEvent)\??\.(?:(?:key|keyCode|which|charCode|isComposing)\b|code ?[!=]==)/,
  /\{[^{}()]*\b(?:key|code|keyCode|isComposing)\b[^{}()]*\}(?:: (?:\w+\.)?KeyboardEvent|\s*=\s*(?:event|e)\b)/,
  /onKey(?:Down|Up|Press)=\{\(\{/,
];

/** Returns the lines that read a key without the helper. */
function findings(text: string): string[] {
  return text.split('\n').filter((line) => reads.some((pattern) => pattern.test(line)));
}

const texts = sourceFiles(root, 'src/renderer')
  .filter((path) => !helper.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

it('every handler in the renderer uses the helper', () => {
  const found = texts.flatMap(({ path, text }) => findings(text).map((line) => `${path}: ${line.trim()}`));
  expect(found).toEqual([]);
});

it('looks at the handlers', () => {
  expect(texts.filter(({ text }) => text.includes('pressedKey(')).length).toBeGreaterThan(15);
});

describe('a handler without the helper is found', () => {
  it.each([
    "if (event.key === 'Enter') save();",
    "onKeyDown={(e) => e.key === 'Escape' && close()}",
    'const act = ({ key, shiftKey }: KeyboardEvent, row: HTMLElement) => {',
    'const { key } = event;',
    'if (event.nativeEvent.isComposing) return;',
    'if (event.keyCode === 13) save();',
    "onKeyDown={({ key }) => key === 'Enter' && save()}",
  ])('%s', (line) => {
    expect(findings(line)).toEqual([line]);
  });

  it.each(["if (pressedKey(event) === 'Enter') save();", 'rows.map(({ key }) => key)', 'onKeyDown={press}'])(
    'and no other line: %s',
    (line) => {
      expect(findings(line)).toEqual([]);
    },
  );
});
