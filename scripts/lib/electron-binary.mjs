/** Electron's binary: it is not in its package but fetched from where its releases lie. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from './project.mjs';
import { run } from './run.mjs';

const failureNote = inProject('node_modules', '.latchkey-electron-failed');
const fetchLimit = 180_000;
const tryAgainAfter = 86_400_000;

/** The path of the binary, or null while it is not there. @returns {string | null} */
export function electronBinary() {
  const folder = inProject('node_modules', 'electron');
  const note = join(folder, 'path.txt');
  if (process.env.ELECTRON_OVERRIDE_DIST_PATH)
    return join(process.env.ELECTRON_OVERRIDE_DIST_PATH, process.platform === 'win32' ? 'electron.exe' : 'electron');
  if (!existsSync(note)) return null;
  const binary = join(folder, 'dist', readFileSync(note, 'utf8').trim());
  return existsSync(binary) ? binary : null;
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
  if (present || !existsSync(installer) || process.env.ELECTRON_SKIP_BINARY_DOWNLOAD) return present;
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
  if (!hasDisplay()) return { missing: 'There is no display for a window here.' };
  const packaged = process.env.LATCHKEY_ELECTRON_APP;
  if (packaged)
    return existsSync(packaged) ? { program: packaged, args: [] } : { missing: `${packaged} (LATCHKEY_ELECTRON_APP) is not there.` };
  const binary = electronBinary();
  return binary === null ? { missing: "Electron's binary is not here." } : { program: binary, args: [inProject('.')] };
}

export const missingElectron =
  "Electron's binary could not be fetched (its releases cannot be reached from here). Everything works in the browser host; `npm start -- --host electron` tries again.";
