/** Lets the browser keep scripts with one byte for each character, where few characters need more. */

/** The share of other characters from which on a script, such as the Japanese texts, is left as it is. */
const mostEscaped = 0.01;

/**
 * Returns a script with `\u` escapes in place of all characters beyond ASCII, which mean the same in strings, templates, regular expressions,
 * and names. A single other character makes the browser keep, and read, two bytes for each character of the whole script.
 * @param {string} code
 * @throws {Error} for a backslash before such a character, which an escape would lose
 */
export function asciiOnly(code) {
  const others = code.match(/[^\0-\x7f]/g)?.length ?? 0;
  if (others === 0 || others > code.length * mostEscaped) return code;
  const [escaped] = /(?<!\\)(?:\\\\)*\\[^\0-\x7f].{0,20}/.exec(code) ?? [];
  if (escaped !== undefined) throw new Error(`The script has a backslash before a character beyond ASCII: ${escaped}`);
  return code.replace(/[^\0-\x7f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * A plugin of the renderer's build that writes its scripts in ASCII.
 * @returns {import('vite').Plugin}
 */
export function asciiScripts() {
  return {
    name: 'ascii-scripts',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = asciiOnly(file.code);
    },
  };
}
