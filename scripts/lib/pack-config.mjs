/** How electron-builder packs the app: the build that people get, and one that tests may drive. */

const product = { name: 'Latchkey', id: 'app.latchkey.desktop', executable: 'latchkey' };
// A name of its own shows in the title, in About and in the profile's folder which of the two builds this is.
const automation = { name: 'Latchkey Automation', id: 'app.latchkey.desktop.automation', executable: 'latchkey-automation' };

/**
 * @param {boolean} isAutomation Whether the build may be driven through the inspector.
 * @returns {import('electron-builder').Configuration}
 */
export function packConfig(isAutomation) {
  const { name, id, executable } = isAutomation ? automation : product;
  return {
    appId: id,
    productName: name,
    copyright: 'Latchkey',
    extraMetadata: { productName: name, desktopName: `${executable}.desktop` },
    directories: { buildResources: 'resources' },
    // Every native module speaks Node-API: the same binary serves Node and Electron.
    npmRebuild: false,
    publish: null,
    // What opens such links must be the app that people installed.
    ...(isAutomation ? {} : { protocols: [{ name, schemes: ['latchkey'] }] }),
    files: [
      'package.json',
      'out/main/**',
      'out/preload/**',
      'out/renderer/**',
      // Entries of the command line, which the windowed app does not start.
      '!out/main/browser.js',
      '!out/main/sandbox.js',
    ],
    asar: true,
    // Workers run from beside the archive, each in one file; only native modules lie there with them. The hook below checks it.
    asarUnpack: [
      'package.json',
      'out/main/*-worker.js',
      '**/*.node',
      'node_modules/{libsql,@libsql,@neon-rs,detect-libc,@napi-rs,keytar}/**',
    ],
    afterPack: './scripts/lib/after-pack.mjs',
    linux: {
      executableName: executable,
      syncDesktopName: true,
      category: 'Development',
      synopsis: 'All your authentication accounts and projects in one place',
      icon: 'resources/icons',
      // Links of the own scheme lead to what a package manager installed; the others bring no entry for the desktop.
      target: ['deb', 'rpm', 'AppImage', 'tar.gz'],
    },
    mac: { category: 'public.app-category.developer-tools', icon: 'resources/icon.icns', target: ['dmg', 'zip'] },
    win: { icon: 'resources/icon.ico', target: ['nsis'] },
    nsis: { oneClick: false, allowToChangeInstallationDirectory: true },
  };
}

export default packConfig(process.env.LATCHKEY_AUTOMATION === '1');
