/** How electron-builder packs the app: the build that users get, and one that tests may drive. */
import { readFileSync } from 'node:fs';
import { root } from '../project.mjs';
import { packageClosure } from './package-closure.mjs';
import { updateServer } from './signing.mjs';

/** @typedef {import('electron-builder').Configuration} Configuration */

// The app knows its build by them. Its own name shows in the title, in About and in the profile's folder which of the two it is.
const { product, automation } = JSON.parse(readFileSync(new URL('../../../src/main/hosts/electron/builds.json', import.meta.url), 'utf8'));

// Packages of Linux distributions name a maintainer.
const publisher = { maintainer: 'Latchkey <packages@latchkey.example>' };

/**
 * @param {boolean} isAutomation Whether the build may be driven through the inspector.
 * @param {string} [keytar] The folder with keytar compiled for each architecture; without it, keytar is left out.
 * @param {string | null} [server] The server for updates; the build is signed then, or fails.
 * @returns {Configuration}
 */
export function packConfig(isAutomation, keytar = '', server = null) {
  /** @type {Configuration['publish']} */
  const updates = server === null || isAutomation ? null : { provider: 'generic', url: server };
  const { name, id, executable } = isAutomation ? automation : product;
  return {
    appId: id,
    productName: name,
    copyright: 'Latchkey',
    extraMetadata: { productName: name, desktopName: `${executable}.desktop` },
    directories: { buildResources: 'resources' },
    // Only keytar is compiled, and that before the packing. The others are delivered as packages for their system.
    npmRebuild: false,
    // Nothing is uploaded here. What is named below for a system tells its app where updates are.
    publish: null,
    forceCodeSigning: updates !== null,
    // The beta channel offers tested versions too.
    generateUpdatesFilesForAllChannels: true,
    // What opens such links must be the app that users installed.
    ...(isAutomation ? {} : { protocols: [{ name, schemes: ['latchkey'] }] }),
    files: [
      'package.json',
      'out/main/**',
      'out/preload/**',
      'out/renderer/**',
      'out/licenses.json',
      // Entries of the command line, which the windowed app does not start.
      '!out/main/browser.js',
      '!out/main/sandbox.js',
      // Electron is made for glibc only.
      '!node_modules/{@libsql,@napi-rs}/*-musl*/**',
      // What keytar's installation needs, and what it left: the binary comes from our own compilation.
      ...unusedByKeytar().map((name) => `!**/node_modules/${name}/**`),
      ...(keytar === '' ? ['!node_modules/keytar/**'] : ['!node_modules/keytar/{build,src}/**', '!node_modules/keytar/binding.gyp']),
    ],
    extraResources: keytar === '' ? [] : [{ from: `${keytar}/\${arch}`, to: 'app.asar.unpacked/node_modules/keytar/build/Release' }],
    asar: true,
    // Workers run from beside the archive, each in one file; only native modules lie there with them. The hook below checks it.
    asarUnpack: [
      'package.json',
      'out/main/*-worker.js',
      '**/*.node',
      'node_modules/{libsql,@libsql,@neon-rs,detect-libc,@napi-rs,keytar}/**',
    ],
    afterPack: './scripts/lib/packaging/after-pack.mjs',
    ...systems(executable, updates),
    nsis: { oneClick: false, allowToChangeInstallationDirectory: true },
  };
}

/**
 * What differs by system.
 * @param {string} executable
 * @param {Configuration['publish']} updates
 * @returns {Pick<Configuration, 'linux' | 'mac' | 'win'>}
 */
function systems(executable, updates) {
  return {
    linux: {
      executableName: executable,
      syncDesktopName: true,
      category: 'Development',
      synopsis: 'All your authentication accounts and projects in one place',
      icon: 'resources/icons',
      // Links of the own scheme lead to what a package manager installed; the others bring no entry for the desktop.
      target: ['deb', 'rpm', 'AppImage', 'tar.gz'],
      maintainer: publisher.maintainer,
    },
    mac: {
      category: 'public.app-category.developer-tools',
      icon: 'resources/icon.icns',
      // The zip is what an update is read from.
      target: ['dmg', 'zip'].map((target) => ({ target, arch: 'universal' })),
      // Both halves hold the packages of both architectures.
      x64ArchFiles: '**/node_modules/{@libsql,@napi-rs}/**',
      publish: updates,
      hardenedRuntime: true,
      entitlements: 'resources/entitlements.mac.plist',
      entitlementsInherit: 'resources/entitlements.mac.plist',
    },
    win: { icon: 'resources/icon.ico', target: ['nsis'], publish: updates },
  };
}

/** The names of packages that only keytar depends on. Nothing of them is needed once it is compiled. */
function unusedByKeytar() {
  const closure = (/** @type {string[]} */ names) => packageClosure(names, root).found.map((folder) => nameOf(folder));
  const used = new Set(['keytar', ...closure(['libsql', '@napi-rs/keyring'])]);
  return closure(['keytar']).filter((name) => !used.has(name));
}

/** @param {string} folder The folder of a package, also below that of another one, whose place electron-builder changes. */
const nameOf = (folder) => String(/node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)$/.exec(folder)?.[1]).replaceAll('\\', '/');

export default packConfig(process.env.LATCHKEY_AUTOMATION === '1', process.env.LATCHKEY_KEYTAR, updateServer());
