/** The packages of the lockfile. */
import { existsSync, readFileSync } from 'node:fs';
import { fingerprint, isStamped, writeStamp } from './fingerprint.mjs';
import { inProject, say } from './project.mjs';
import { npm } from './run.mjs';
import { SetupError } from './setup-error.mjs';

const stamp = inProject('node_modules', '.latchkey-installed');
const print = () => fingerprint(['package-lock.json', '.npmrc']);

/** True when nothing is to be installed. */
export function isInstalled() {
  return isStamped(stamp, print());
}

/** Installs what the lockfile says, unless that was done by hand. Fails with a `SetupError`. */
export async function install() {
  if (isInstalled()) return;
  if (!isInstalledByHand()) await installAfresh();
  writeStamp(stamp, print());
}

async function installAfresh() {
  say('Installing packages (about one minute)…');
  const { code, output } = await npm(['ci', '--no-progress'], { quiet: true });
  if (code !== 0) throw new SetupError(`${output}\nCouldn’t install the packages. See npm’s output above.`);
}

/** @typedef {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>} Packages */

/**
 * Compares the lockfile with the list that npm keeps of what it installed. A second installation would cost a minute, and without
 * a network it would take away packages that are there.
 */
function isInstalledByHand() {
  const kept = inProject('node_modules', '.package-lock.json');
  if (!existsSync(kept)) return false;
  const [wanted, present] = [inProject('package-lock.json'), kept].map(
    (file) => /** @type {{ packages: Packages }} */ (JSON.parse(readFileSync(file, 'utf8'))).packages,
  );
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, { version, optional, devOptional }]) => {
    if (path === '') return true;
    const found = present[path];
    return found ? found.version === version : Boolean(optional || devOptional);
  });
}
