/** Tells whether files changed since something was made from them. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inProject } from './project.mjs';

/**
 * Every file at or below the given paths of the project, sorted.
 * @param {readonly string[]} paths
 * @returns {string[]}
 */
function filesBelow(paths) {
  return paths
    .map((path) => inProject(path))
    .filter(existsSync)
    .flatMap((path) =>
      statSync(path).isDirectory() ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name)) : [path],
    )
    .filter((path) => statSync(path).isFile() && !/\.spec\.(tsx?|mjs)$/.test(path))
    .sort();
}

/**
 * A fingerprint of the contents of files, and of what else the result depends on.
 * @param {readonly string[]} paths
 * @param {...string} more
 */
export function fingerprint(paths, ...more) {
  const hash = createHash('sha256').update(more.join('\n'));
  for (const file of filesBelow(paths)) hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

/** True when the stamp says this fingerprint. @param {string} stamp @param {string} print */
export function isStamped(stamp, print) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === print;
}

/** Notes that something was made from files with this fingerprint. @param {string} stamp @param {string} print */
export function writeStamp(stamp, print) {
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, print);
}
