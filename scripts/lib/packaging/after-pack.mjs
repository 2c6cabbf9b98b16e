/** Called by electron-builder when a folder is packed and before it is signed: writes the fuses, checks the workers. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { inProject } from '../project.mjs';
import { writeFuses } from './fuses.mjs';
import { packageClosure } from './package-closure.mjs';

/** @param {import('electron-builder').AfterPackContext} context */
export async function afterPack({ appOutDir, electronPlatformName, packager }) {
  const product = packager.appInfo.productFilename;
  const isMac = electronPlatformName === 'darwin';
  const program = { darwin: `${product}.app`, win32: `${product}.exe` }[electronPlatformName] ?? linuxName(packager);
  const resources = join(appOutDir, ...(isMac ? [program, 'Contents', 'Resources'] : ['resources']));
  // Electron's own welcome page, which would start if our archive were gone.
  rmSync(join(resources, 'default_app.asar'), { force: true });
  checkWorkers(join(resources, 'app.asar.unpacked'), process.env.LATCHKEY_KEYTAR ? [] : ['keytar']);
  await writeFuses(join(appOutDir, program), { isAutomation: process.env.LATCHKEY_AUTOMATION === '1', isMac });
}

/** Only the packager for Linux has its own name for the program. @param {object} packager */
function linuxName(packager) {
  return 'executableName' in packager ? String(packager.executableName) : 'latchkey';
}

/**
 * Fails when a file that runs from beside the archive needs something that stayed inside, which would only show at its first start,
 * and when a file of the main process is there, where Electron does not check it.
 * @param {string} unpacked
 * @param {readonly string[]} leftOut Libraries that the package does without.
 */
export function checkWorkers(unpacked, leftOut = []) {
  const folder = join(unpacked, 'out', 'main');
  const names = readdirSync(folder);
  const strangers = names.filter((name) => !name.endsWith('-worker.js'));
  if (names.length === 0 || strangers.length > 0)
    throw new Error(`Only workers may be outside the archive. Found: ${strangers.join(', ') || 'no file'}.`);
  const { needed, optional } = importsOf(names.map((name) => readFileSync(join(folder, name), 'utf8')));
  const here = [...optional].filter((name) => existsSync(inProject('node_modules', name)) && !leftOut.includes(name));
  const missing = [
    ...packageClosure(needed, unpacked).missing,
    // What these depend on serves their installation.
    ...here.filter((name) => !existsSync(join(unpacked, 'node_modules', name, 'package.json'))),
  ];
  if (missing.length > 0) throw new Error(`Workers need these packages outside the archive (asarUnpack): ${missing.join(', ')}.`);
}

/**
 * The packages that built files import: at once, or only if they are there. Not those that text in them names, such as the source of an email.
 * @param {readonly string[]} sources
 */
export function importsOf(sources) {
  const modules = sources.map((source) => ({ source, ...parseSync('worker.js', source).module }));
  const needed = modules.flatMap(({ staticImports, staticExports }) => [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : []))),
  ]);
  const optional = modules.flatMap(({ source, dynamicImports }) =>
    dynamicImports.flatMap(({ moduleRequest: { start, end } }) => /^['"`](.+)['"`]$/.exec(source.slice(start, end))?.[1] ?? []),
  );
  const packagesOf = (/** @type {string[]} */ specifiers) =>
    new Set(specifiers.filter((specifier) => !isBuiltin(specifier) && !specifier.startsWith('.')).map(packageOf));
  return { needed: packagesOf(needed), optional: packagesOf(optional) };
}

/** @param {string} specifier */
function packageOf(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
