/** Called by electron-builder when a folder is packed and before it is signed: writes the fuses, checks the workers. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import { packageClosure } from './package-closure.mjs';

/**
 * Every fuse, written out, so that a new Electron cannot bring one whose value nobody chose.
 * @param {boolean} isAutomation Whether the build may be driven through the inspector.
 */
export const fuses = (isAutomation) => ({
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: isAutomation,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.WasmTrapHandlers]: true,
});

/** @param {import('electron-builder').AfterPackContext} context */
export async function afterPack({ appOutDir, electronPlatformName, packager }) {
  const product = packager.appInfo.productFilename;
  const isMac = electronPlatformName === 'darwin';
  const program = { darwin: `${product}.app`, win32: `${product}.exe` }[electronPlatformName] ?? linuxName(packager);
  const resources = join(appOutDir, ...(isMac ? [program, 'Contents', 'Resources'] : ['resources']));
  // Electron's own welcome page, which would start if our archive were gone.
  rmSync(join(resources, 'default_app.asar'), { force: true });
  checkWorkers(join(resources, 'app.asar.unpacked'));
  await flipFuses(join(appOutDir, program), {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    // Changed bytes break the signature that a Mac asks of every program for its own chips.
    resetAdHocDarwinSignature: isMac,
    ...fuses(process.env.LATCHKEY_AUTOMATION === '1'),
  });
}

/** Only the packager for Linux has a name of its own for the program. @param {object} packager */
function linuxName(packager) {
  return 'executableName' in packager ? String(packager.executableName) : 'latchkey';
}

/**
 * Fails when a file that runs from beside the archive needs a package that stayed inside: it would only show at its first start.
 * @param {string} unpacked
 */
function checkWorkers(unpacked) {
  const main = join(unpacked, 'out', 'main');
  const files = [main, join(main, 'chunks')].flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  const workers = files.filter((file) => file.endsWith('-worker.js'));
  if (workers.length === 0) throw new Error('No worker lies beside the archive.');
  const { missing } = packageClosure(reachable(workers), unpacked);
  if (missing.length > 0) throw new Error(`Workers need these packages beside the archive (asarUnpack): ${missing.join(', ')}.`);
}

/**
 * The packages that files import, directly or through other files.
 * @param {readonly string[]} files
 */
function reachable(files) {
  const packages = new Set();
  const seen = new Set(files);
  for (const file of seen) {
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/^(?:import|export)[^;]*?["']([^"'\n]+)["'];?$/gm)) {
      if (name.startsWith('.')) seen.add(join(file, '..', name));
      else if (!isBuiltin(name)) packages.add(packageOf(name));
    }
  }
  return packages;
}

/** @param {string} specifier */
function packageOf(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
