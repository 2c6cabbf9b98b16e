/** Command lines of the scripts. */
import { parseArgs } from 'node:util';
import { say } from './project.mjs';

/**
 * Reads the options. `--help` prints the usage and ends the process; an unknown option ends it with a sentence and exit code 2.
 * @template {NonNullable<import('node:util').ParseArgsConfig['options']>} O
 * @param {O} options
 * @param {string} usage
 * @param {readonly string[]} [args]
 */
export function readOptions(options, usage, args = process.argv.slice(2)) {
  if (args.includes('--help')) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
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
