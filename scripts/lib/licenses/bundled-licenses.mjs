/** Collects the licenses of all packages whose code, styles, or files the build contains. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { inProject } from '../project.mjs';
import { importedFrom, packageFolder, packageLicense } from './package-license.mjs';

/** @typedef {import('./package-license.mjs').PackageLicense} PackageLicense */

/**
 * A plugin that reads from one of the builds which packages it contains, and writes `licenses.json` for all builds so far. The build
 * fails if a license isn't known to allow this use, or its text is missing.
 * @param {string} part The name of the build.
 * @param {{ out?: string, packages?: readonly string[] }} [options] The folder of all builds if it isn't the one around this build's, and the folders of packages that are packed as they are.
 * @returns {import('vite').Plugin}
 */
export function bundledLicenses(part, { out, packages = [] } = {}) {
  /** @type {Set<string>} */
  const styles = new Set();
  /** @type {string} */
  let root;
  /** @type {string} */
  let target;
  return {
    name: 'bundled-licenses',
    apply: 'build',
    enforce: 'pre',
    configResolved(config) {
      root = config.root;
      target = out ?? dirname(resolve(config.root, config.build.outDir));
    },
    transform(code, id) {
      // Imported styles become a part of the style that imports them.
      if (!/\.css(\?|$)/.test(id)) return;
      for (const [, name = ''] of code.matchAll(/@import\s+(?:url\()?["']((?:@[^"'/]+\/)?[^"'./][^"'/]*)/g)) {
        const folder = importedFrom(dirname(id), name);
        if (folder !== null) styles.add(folder);
      }
    },
    generateBundle(_options, bundle) {
      const ids = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? file.moduleIds : file.originalFileNames.map((name) => resolve(root, name)),
      );
      const folders = new Set([...ids.flatMap((id) => packageFolder(id) ?? []), ...styles, ...packages]);
      writePart(
        target,
        part,
        [...folders].map((folder) => packageLicense(folder, inProject('node_modules'))),
      );
      writeAll(target);
    },
  };
}

/** @param {string} out @param {string} part @param {readonly PackageLicense[]} licenses */
function writePart(out, part, licenses) {
  mkdirSync(join(out, 'licenses'), { recursive: true });
  writeFileSync(join(out, 'licenses', `${part}.json`), JSON.stringify(licenses));
}

/** Writes the licenses of all builds, each package once. @param {string} out */
function writeAll(out) {
  const folder = join(out, 'licenses');
  /** @type {PackageLicense[]} */
  const all = readdirSync(folder).flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  const byName = new Map(all.map((license) => [`${license.name}@${license.version}`, license]));
  const sorted = [...byName.values()].sort((a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version));
  writeFileSync(join(out, 'licenses.json'), JSON.stringify(sorted));
}

/** Returns the folders of the packages that the app contains as they are: native ones, with what they need and their binaries, and Electron. */
export function packedPackages() {
  const folder = (/** @type {string} */ name) => inProject('node_modules', ...name.split('/'));
  const isInstalled = (/** @type {string} */ name) => existsSync(folder(name));
  const names = ['electron', 'libsql', '@neon-rs/load', 'detect-libc', '@napi-rs/keyring', 'keytar'].filter(isInstalled);
  const binaries = names.flatMap((name) => {
    const { optionalDependencies = {} } = JSON.parse(readFileSync(join(folder(name), 'package.json'), 'utf8'));
    return Object.keys(optionalDependencies).filter((each) => isInstalled(each) && !each.includes('musl'));
  });
  return [...names, ...binaries].map(folder);
}
