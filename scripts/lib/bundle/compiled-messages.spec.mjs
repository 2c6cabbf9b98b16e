import { readFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { compile, loadingOf } from './compiled-messages.mjs';

/** @type {Record<string, string>} */
const en = JSON.parse(readFileSync(new URL('../../../src/messages/en.json', import.meta.url), 'utf8'));
const parts = [compile(en, 'first'), compile(en, 'later')];

describe('the compiled messages', () => {
  it('are all messages but those of the main process, each once', () => {
    const [first = [], later = []] = parts.map((part) => Object.keys(part));
    expect(first.filter((key) => later.includes(key))).toEqual([]);
    expect([...first, ...later].sort()).toEqual(
      Object.keys(en)
        .filter((key) => loadingOf(key) !== 'never')
        .sort(),
    );
    expect(first.length).toBeGreaterThan(50);
  });

  it('contain no syntax that would have to be parsed, and read like the messages', () => {
    const values = { count: 2, name: 'Ada', seconds: 7 };
    /** @param {string | import('intl-messageformat').IntlMessageFormat['getAst']} message */
    const read = (message) => {
      try {
        return new IntlMessageFormat(/** @type {any} */ (message), 'en', undefined, { ignoreTag: true }).format(values);
      } catch (error) {
        return String(error)
          .replace(/The intl string context.*/s, '')
          .split('"')[0];
      }
    };
    for (const [key, message] of parts.flatMap((part) => Object.entries(part))) {
      if (typeof message === 'string') expect(message).not.toMatch(/[{}']/);
      else expect(read(/** @type {any} */ (message))).toBe(read(/** @type {any} */ (en[key])));
    }
  });
});
