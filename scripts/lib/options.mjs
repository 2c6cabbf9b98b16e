/** Command lines of the scripts. */
import { parseArgs } from 'node:util';
import { say } from './project.mjs';

/**
 * Reads the options. An unknown option ends the process with a sentence and exit code 2.
 * @template {NonNullable<import('node:util').ParseArgsConfig['options']>} O
 * @param {O} options
 * @param {string} usage
 * @param {readonly string[]} [args]
 */
export function readOptions(options, usage, args = process.argv.slice(2)) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false }).values;
  } catch (error) {
    refuse(`${error instanceof Error ? error.message : error}\n${usage}`);
  }
}

/** Ends the process because of an invalid option. @param {string} sentence @returns {never} */
export function refuse(sentence) {
  say(sentence);
  process.exit(2);
}
