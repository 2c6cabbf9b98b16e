/** Electron's binary: it is not in its package but fetched from where its releases lie. */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inProject } from './project.mjs';
import { run } from './run.mjs';

const failureNote = inProject('node_modules', '.latchkey-electron-failed');
const fetchLimit = 180_000;
const tryAgainAfter = 86_400_000;

/** Where the program lies in a folder that holds Electron as its release does. @type {Readonly<Record<string, string>>} */
const programs = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };

/**
 * The path of the binary, or null while it is not there. A folder that ELECTRON_OVERRIDE_DIST_PATH names counts alone.
 * @param {{ override?: string, platform?: string, packageFolder?: string }} [surroundings]
 * @returns {string | null}
 */
export function electronBinary(surroundings = {}) {
  const { override = process.env.ELECTRON_OVERRIDE_DIST_PATH, platform = process.platform } = surroundings;
  if (override) return fileOrNull(resolve(override, programs[platform] ?? 'electron'));
  const { packageFolder = inProject('node_modules', 'electron') } = surroundings;
  const note = join(packageFolder, 'path.txt');
  return existsSync(note) ? fileOrNull(join(packageFolder, 'dist', readFileSync(note, 'utf8').trim())) : null;
}

/** @param {string} path */
function fileOrNull(path) {
  return existsSync(path) && statSync(path).isFile() ? path : null;
}

/**
 * The folder that holds Electron as its release does, given its binary.
 * @param {string} binary
 * @param {string} [platform]
 */
export function releaseFolder(binary, platform = process.platform) {
  const depth = (programs[platform] ?? 'electron').split('/').length;
  return resolve(binary, ...Array(depth).fill('..'));
}

/**
 * Fetches the binary if it is missing. A failure is remembered for a day, so that a machine that cannot reach the releases does
 * not wait for them at each start.
 * @param {{ retry?: boolean }} [options]
 * @returns {Promise<string | null>} Its path, or null when it cannot be had.
 */
export async function fetchElectron({ retry = false } = {}) {
  const present = electronBinary();
  const installer = inProject('node_modules', 'electron', 'install.js');
  // Downloads go to the package's folder, which isn't used while the variable names another folder.
  const isFixed = process.env.ELECTRON_OVERRIDE_DIST_PATH || process.env.ELECTRON_SKIP_BINARY_DOWNLOAD;
  if (present || !existsSync(installer) || isFixed) return present;
  if (!retry && failedLately()) return null;
  await run(process.execPath, [installer], { quiet: true, limit: fetchLimit });
  const fetched = electronBinary();
  if (fetched) rmSync(failureNote, { force: true });
  else rememberFailure();
  return fetched;
}

function rememberFailure() {
  try {
    writeFileSync(failureNote, String(Date.now()));
  } catch {
    // A folder that cannot be written only costs the next start the same wait.
  }
}

function failedLately() {
  return existsSync(failureNote) && Date.now() - Number(readFileSync(failureNote, 'utf8')) < tryAgainAfter;
}

/** Whether a window could come up. */
export function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/**
 * What specifications on Electron drive: the packaged automation build that LATCHKEY_ELECTRON_APP names, else the build in out/ on
 * Electron's binary.
 * @returns {{ program: string, args: readonly string[] } | { missing: string }}
 */
export function drivenElectron() {
  if (!hasDisplay()) return { missing: 'No display was found.' };
  const packaged = process.env.LATCHKEY_ELECTRON_APP;
  if (packaged)
    return existsSync(packaged) ? { program: packaged, args: [] } : { missing: `${packaged} (LATCHKEY_ELECTRON_APP) doesn’t exist.` };
  const binary = electronBinary();
  return binary === null ? { missing: whyMissing('Electron’s binary is missing.') } : { program: binary, args: [inProject('.')] };
}

/** Why there is no binary, for a person who started the program. */
export function missingElectron() {
  return `${whyMissing('Couldn’t download Electron’s binary.')} Latchkey runs in the browser host instead. To try again, run \`npm start -- --host electron\`.`;
}

/**
 * @param {string} otherwise The reason where no folder is named.
 * @param {string} [override]
 */
export function whyMissing(otherwise, override = process.env.ELECTRON_OVERRIDE_DIST_PATH) {
  return override
    ? `ELECTRON_OVERRIDE_DIST_PATH is ${override}, which doesn’t contain ${programs[process.platform] ?? 'electron'}. Set it to the folder of an unpacked release, or unset it.`
    : otherwise;
}
