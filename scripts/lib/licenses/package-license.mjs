/** The license of an installed package: its name and its text. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { mitText } from './mit-text.mjs';

/** Licenses that allow this use if their text is included. */
const known = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
]);

/** Packages without the text, which another package of the same project contains. @type {readonly (readonly [RegExp, string])[]} */
const textElsewhere = [
  [/^@libsql\//, 'libsql'],
  [/^@napi-rs\/keyring-/, '@napi-rs/keyring'],
  [/^react-remove-scroll-bar$/, 'react-remove-scroll'],
];

/**
 * @typedef {object} PackageLicense
 * @property {string} name
 * @property {string} version
 * @property {string} license The identifier in SPDX's list.
 * @property {string} text
 */

/**
 * Reads the license of a package. Throws if it isn't known to allow this use, or if its text is missing.
 * @param {string} folder The package's folder.
 * @param {string} modules The `node_modules` to look in for other packages of the same project.
 * @returns {PackageLicense}
 */
export function packageLicense(folder, modules) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const identifier = typeof license === 'string' ? license : String(license?.type ?? 'none');
  // Of several, one may be chosen.
  const chosen = identifier
    .replace(/^\(|\)$/g, '')
    .split(/ OR /)
    .find((each) => known.has(each));
  if (chosen === undefined)
    throw new Error(
      `${name} ${version} has a license that isn’t known to allow this use: ${identifier}. Check it, then add it to ${here}.`,
    );
  const source = textElsewhere.find(([pattern]) => pattern.test(name))?.[1];
  const texts = [...textsIn(folder), ...(source === undefined || hasLicense(folder) ? [] : textsIn(join(modules, source)))];
  const standard = texts.length === 0 && chosen === 'MIT' ? mitText(name) : null;
  if (standard !== null) texts.push(standard);
  if (texts.length === 0) throw new Error(`${name} ${version} (${chosen}) contains no license text. Name its source in ${here}.`);
  return { name, version, license: chosen, text: texts.join('\n\n') };
}

const here = 'scripts/lib/licenses/package-license.mjs';

/** @param {string} folder */
const hasLicense = (folder) => readdirSync(folder).some((name) => /^licen[cs]e(\.(md|txt))?$/i.test(name));

/** @param {string} folder */
function textsIn(folder) {
  return readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|notice|unlicense)\b/i.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim());
}

/**
 * Returns the folder of the package that a module belongs to; null for own modules and those that the build creates.
 * @param {string} id The module's ID in the build.
 * @returns {string | null}
 */
export function packageFolder(id) {
  const path = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/?\0]+)/.exec(id.replace(/^\0/, ''))?.[1];
  return path !== undefined && existsSync(join(path, 'package.json')) ? path : null;
}

/** @param {string} folder The folder of a package. @param {string} name @returns {string | null} Where a package that it imports is. */
export function importedFrom(folder, name) {
  const path = join(folder, 'node_modules', name);
  if (existsSync(join(path, 'package.json'))) return path;
  return folder === dirname(folder) ? null : importedFrom(dirname(folder), name);
}
