/** Electron's binary: it is not in its package but fetched from where its releases lie. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inProject, say } from './project.mjs';
import { run } from './run.mjs';

/** Maximum duration of the download, which is more than 100 MB, in milliseconds. */
const fetchLimit = 900_000;
/** How often the download reports how far it is. */
const reportMillis = 10_000;

/** Where the program is in a folder that contains Electron as its release does. @type {Readonly<Record<string, string>>} */
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
 * The folder that contains Electron as its release does, given its binary.
 * @param {string} binary
 * @param {string} [platform]
 */
export function releaseFolder(binary, platform = process.platform) {
  const depth = (programs[platform] ?? 'electron').split('/').length;
  return resolve(binary, ...Array(depth).fill('..'));
}

/**
 * Fetches the binary if it is missing, and says how far that is. After a failure, the next start tries again: without a network, that fails
 * within seconds.
 * @param {{ installer?: string, find?: () => string | null, limit?: number, everyMillis?: number, report?: (line: string) => void }} [options]
 * @returns {Promise<string | null>} Its path, or null when it cannot be had.
 */
export async function fetchElectron(options = {}) {
  const { installer = inProject('node_modules', 'electron', 'install.js'), find = electronBinary, limit = fetchLimit } = options;
  const { everyMillis = reportMillis, report = say } = options;
  const present = find();
  // Downloads go to the package's folder, which isn't used while the variable names another folder.
  const isFixed = process.env.ELECTRON_OVERRIDE_DIST_PATH || process.env.ELECTRON_SKIP_BINARY_DOWNLOAD;
  if (present || !existsSync(installer) || isFixed) return present;
  report(`Downloading Electron (more than 100 MB, for at most ${limit / 60_000} minutes)…`);
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-download-'));
  const timer = setInterval(() => report(progressText(bytesBelow(folder))), everyMillis);
  try {
    // The installer downloads to the folder for temporary files: one of its own shows how much is there.
    const env = { ...electronEnvironment(), TMPDIR: folder, TEMP: folder, TMP: folder };
    await run(process.execPath, [installer], { quiet: true, limit, env });
  } finally {
    clearInterval(timer);
    rmSync(folder, { recursive: true, force: true });
  }
  return find();
}

/** @param {number} bytes */
function progressText(bytes) {
  return bytes === 0 ? 'Downloading Electron…' : `Downloading Electron: ${Math.round(bytes / 1_000_000)} MB so far…`;
}

/** @param {string} folder */
function bytesBelow(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false }))
    .reduce((sum, found) => sum + (found?.isFile() ? found.size : 0), 0);
}

/**
 * The environment for Electron: without the variable by which editors that are Electron programs turn it into Node.js, and that terminals in
 * them inherit.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {NodeJS.ProcessEnv}
 */
export function electronEnvironment({ ELECTRON_RUN_AS_NODE: _asNode, ...env } = process.env) {
  return env;
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

/**
 * Why there is no binary, and what follows, for a person who started the program.
 * @param {{ isRequired?: boolean }} [options] Whether nothing else was to be started.
 */
export function missingElectron({ isRequired = false } = {}) {
  const next = isRequired ? 'Leave out --host electron to use your browser instead.' : 'Latchkey runs in the browser host instead.';
  return `${whyMissing('Couldn’t download Electron’s binary.')} ${next} The next start tries again.`;
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
