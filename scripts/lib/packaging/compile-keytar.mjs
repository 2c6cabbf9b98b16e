/** keytar, compiled from its source for the Electron that is packed. What npm installed may be a binary that no lockfile lists. */
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { inProject } from '../project.mjs';
import { runPackage } from '../run.mjs';

/** Where Electron's headers are; ELECTRON_REBUILD_DIST_URL names another place. */
const headersUrl = 'https://www.electronjs.org/headers';
const compileLimit = 300_000;

/**
 * @typedef {object} Compilation
 * @property {string} electronVersion
 * @property {readonly string[]} archs
 * @property {string} folder Receives `ARCH/keytar.node` for each architecture.
 * @property {string} [modules] The `node_modules` with keytar's source.
 * @property {NodeJS.ProcessEnv} [env]
 */

/**
 * Compiles keytar for each architecture of this system. Returns why it can't, or null.
 * @param {Compilation} compilation
 * @returns {Promise<string | null>}
 */
export async function compileKeytar({ electronVersion, archs, folder, modules = inProject('node_modules'), env = process.env }) {
  if (!existsSync(join(modules, 'keytar', 'binding.gyp'))) return 'keytar isn’t installed, because npm couldn’t build it on this machine.';
  for (const arch of archs) {
    const problem = await compileFor({ electronVersion, arch, target: join(folder, arch), modules, env });
    if (problem !== null) return problem;
  }
  return null;
}

/** @param {{ electronVersion: string, arch: string, target: string, modules: string, env: NodeJS.ProcessEnv }} compilation */
async function compileFor({ electronVersion, arch, target, modules, env }) {
  const work = copySource(modules);
  const built = join(work, 'node_modules', 'keytar', 'build', 'Release', 'keytar.node');
  try {
    const { output } = await runPackage(
      '@electron/rebuild/lib/cli.js',
      [
        '--version',
        electronVersion,
        '--arch',
        arch,
        '--module-dir',
        work,
        '--only',
        'keytar',
        '--build-from-source',
        '--force',
        '--sequential',
      ],
      { quiet: true, limit: compileLimit, env: withoutNodeHeaders(env) },
    );
    if (!existsSync(built)) return whyNot(output, electronVersion, arch, env);
    mkdirSync(target, { recursive: true });
    copyFileSync(built, join(target, 'keytar.node'));
    return null;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * Copies keytar’s source to a separate folder, so that the packages of this checkout stay what they are.
 * @param {string} modules
 */
function copySource(modules) {
  const work = mkdtempSync(join(tmpdir(), 'latchkey-keytar-'));
  const isBuilt = (/** @type {string} */ path) => path.startsWith(join(modules, 'keytar', 'build') + sep);
  for (const name of ['keytar', 'node-addon-api'].filter((each) => existsSync(join(modules, each))))
    cpSync(join(modules, name), join(work, 'node_modules', name), { recursive: true, filter: (path) => !isBuilt(path) });
  writeFileSync(join(work, 'package.json'), JSON.stringify({ name: 'compilation', version: '0.0.0', dependencies: { keytar: '*' } }));
  return work;
}

/** Removes npm’s setting that would make the compiler use the headers of Node. @param {NodeJS.ProcessEnv} env */
function withoutNodeHeaders(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^npm_(?:config|package_config_node_gyp)_nodedir$/i.test(name)));
}

/** @param {string} output @param {string} version @param {string} arch @param {NodeJS.ProcessEnv} env */
function whyNot(output, version, arch, env) {
  const what = `keytar couldn’t be compiled for Electron ${version} (${arch}).`;
  const home = env.HOME ?? homedir();
  // The compiler’s tool keeps the headers there.
  if (!existsSync(join(home, '.electron-gyp', version, 'include', 'node')))
    return `${what} The headers of Electron couldn’t be downloaded from ${env.ELECTRON_REBUILD_DIST_URL ?? headersUrl}.`;
  return `${output}\n${what} See the compiler’s output above.`;
}
