/** Tells whether files changed since something was made from them. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { root as project } from './project.mjs';

/**
 * Every file at or below the given paths of a folder, by its path from there, sorted.
 * @param {string} root
 * @param {readonly string[]} paths
 * @returns {string[]}
 */
function filesBelow(root, paths) {
  return paths
    .map((path) => join(root, path))
    .filter(existsSync)
    .flatMap((path) =>
      statSync(path).isDirectory() ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name)) : [path],
    )
    .filter((path) => statSync(path).isFile() && !/\.spec\.(tsx?|mjs)$/.test(path))
    .map((path) => relative(root, path).split(sep).join('/'))
    .sort();
}

/**
 * A fingerprint of the contents and the names of files. It is the same in a copy of the project elsewhere.
 * @param {readonly string[]} paths
 * @param {string} [root]
 */
export function fingerprint(paths, root = project) {
  const hash = createHash('sha256');
  for (const file of filesBelow(root, paths))
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
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
