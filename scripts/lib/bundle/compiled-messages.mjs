/** Parses the messages when the renderer is built, so that it needs no parser, and separates those that its first screen needs. */
import { readFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';

/** The areas whose texts the first script has. The texts of the others are loaded with their code. */
const firstAreas = ['app', 'environment', 'first-run', 'owner', 'shell', 'ui'];

/** What can fail while a window reads its first data or starts the sandbox, and what to do then. The other failures are those of later code. */
const firstFailures = {
  error:
    'app-locked|app-read-only|bad-|bridge-lost|cancelled|connection-lost|forbidden-by-policy|host-not-allowed|internal|keychain-|known-error|lock-file-|missing-credentials|name-not-found|not-allowed|not-offered-|offline|owner-signed-out|profile-|protocol-violation|rate-limited|read-only-connection|response-|sandbox-|secrets-|service-error|session-ended|signed-out|timed-out|too-large|too-many-connections|unknown-|unreachable',
  next: 'allow-keychain|ask-administrator|change-safety|check-(folder|input|keychain|keys|network)|end-read-only|remove-connection|reopen|report|restart-sandbox|restore-|retry|sign-in|unlock-|update-|wait',
};
const firstFailureKeys = new RegExp(`^error\\.(${firstFailures.error})|^next\\.(${firstFailures.next})`);

/**
 * Titles of screens, which the window's title shows before their code is there, names and badges that the first script has, and what a screen
 * that crashed offers.
 */
const firstKeys = [
  'connect.edit',
  'transfer.title',
  'shell.account.add',
  'shell.account.anonymous-name',
  'shell.account.unnamed',
  'shell.command.report',
  'shell.teams.unnamed',
  'ui.read-only',
];

/** What of those areas only later code shows: most of the frame, its dialogs and messages, and parts of screens. */
const laterGroups = {
  shell:
    'about|account|as-of|back|command|connection|copy-link|find|forward|group|key|licenses|link|navigation|notice|notices|palette|policy|privacy|project-gone|rail|read-only|reconnecting|refresh|report|sandbox|settings\\.(?:export|exported|import)|shortcuts|slow|status|teams|updates',
  ui: 'cancel|clear|copy|copy-id|diagnosis|dismiss|edit|hide|list|notifications|omitted|open|outdated|read-only|release-lack|resize-panel|save|session|show|signed-out|tabs|texts|type-to-confirm',
};
const laterKeys = new RegExp(
  `^shell\\.(${laterGroups.shell})(\\.|$)|^shell\\.outage\\.(stop|try|trying|waiting)|^ui\\.(${laterGroups.ui})(\\.|$)`,
);

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
  if (firstKeys.includes(key) || firstFailureKeys.test(key)) return 'first';
  return firstAreas.includes(area) && !laterKeys.test(key) ? 'first' : 'later';
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
