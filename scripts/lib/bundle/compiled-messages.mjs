/** Parses the messages when the renderer is built, so that it needs no parser, and separates those that its first screen needs. */
import { readFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';

/** The areas whose texts the first script has. The texts of the others are loaded with their code. */
const firstAreas = ['app', 'environment', 'error', 'first-run', 'next', 'owner', 'shell', 'ui'];

/** Titles of screens, which the window's title shows before their code is there. */
const firstKeys = ['connect.edit', 'transfer.title'];

/** What of those areas only later code shows: the palette, the dialogs of the app, and what is known about updates and the policy. */
const laterKeys = /^shell\.(palette|updates|policy|report|licenses|about|shortcuts)\.|^shell\.command\..+\.keywords$/;

/** The areas that only the main process shows. */
const mainAreas = ['confirm', 'handler', 'host'];

/** An alias for the build: the package without its parser, as its makers offer it. */
export const withoutMessageParser = [
  { find: /^@formatjs\/icu-messageformat-parser$/, replacement: '@formatjs/icu-messageformat-parser/no-parser.js' },
];

/**
 * Returns when a message is loaded: with the `first` script, `later` with other code, or `never`.
 * @param {string} key
 * @returns {'first' | 'later' | 'never'}
 */
export function loadingOf(key) {
  const area = key.split('.')[0] ?? '';
  if (mainAreas.includes(area)) return 'never';
  if (laterKeys.test(key)) return 'later';
  return firstAreas.includes(area) || firstKeys.includes(key) ? 'first' : 'later';
}

/**
 * A plugin of the renderer's build: imports of `en.json` get the parsed messages of the first script, those of `en.json?later` the others,
 * and those of another language both.
 * @returns {import('vite').Plugin}
 */
export function compiledMessages() {
  return {
    name: 'compiled-messages',
    enforce: 'pre',
    load(id) {
      const [, language, query] = /[\\/]messages[\\/](\w+)\.json(\?later)?$/.exec(id) ?? [null, null];
      if (language === null) return null;
      const [path = ''] = id.split('?');
      this.addWatchFile(path);
      const messages = JSON.parse(readFileSync(path, 'utf8'));
      const first = query === undefined ? compile(messages, 'first') : {};
      const texts = query === undefined && language === 'en' ? first : { ...first, ...compile(messages, 'later') };
      return { code: `export default JSON.parse(${JSON.stringify(JSON.stringify(texts))});`, moduleType: 'js', moduleSideEffects: false };
    },
  };
}

/**
 * Returns the messages that are loaded then: those with syntax parsed, the others as they are.
 * @param {Readonly<Record<string, string>>} messages
 * @param {'first' | 'later'} when
 */
export function compile(messages, when) {
  const wanted = Object.entries(messages).filter(([key]) => loadingOf(key) === when);
  return Object.fromEntries(
    wanted.map(([key, text]) => [key, /[{}']/.test(text) ? IntlMessageFormat.__parse?.(text, { ignoreTag: true }) : text]),
  );
}
