/** The licenses of what a build contains: a small build over packages that are written for it. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { bundledLicenses, packedPackages } from './bundled-licenses.mjs';
import { packageFolder, packageLicense } from './package-license.mjs';

async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-licenses-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** @param {Readonly<Record<string, string>>} files */
async function writeProject(files) {
  const root = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
  return root;
}

/** @param {string} name @param {Readonly<Record<string, unknown>>} [more] @param {string} [text] */
const installed = (name, more = {}, text = `The license of ${name}`) => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, version: '1.0.0', type: 'module', license: 'MIT', ...more }),
  ...(text === '' ? {} : { [`node_modules/${name}/LICENSE`]: text }),
});

/** Builds src/main.js and returns the names in licenses.json. @param {Readonly<Record<string, string>>} files @param {string} [part] */
async function licensesOf(files, part = 'part') {
  const root = await writeProject(files);
  const out = join(root, 'out');
  const input = join(root, 'src/main.js');
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [bundledLicenses(part, { out })],
    build: { outDir: join(out, part), rollupOptions: { input } },
  });
  const list = JSON.parse(await readFile(join(out, 'licenses.json'), 'utf8'));
  return list.map((/** @type {{ name: string }} */ { name }) => name);
}

test('lists what the build contains: code, nested packages, imported styles and files, but not what was dropped', async () => {
  const names = await licensesOf({
    'src/main.js': "import '@scope/code'; import './style.css'; import { used } from 'partly'; used(document.title);",
    'src/style.css': '@import "styles/all.css"; body { background: url("font/file.woff2"); }',
    ...installed('@scope/code', { main: 'index.js' }),
    'node_modules/@scope/code/index.js': "import 'nested'; console.log('code');",
    ...Object.fromEntries(
      Object.entries(installed('nested', { main: 'index.js' })).map(([name, text]) => [`node_modules/@scope/code/${name}`, text]),
    ),
    'node_modules/@scope/code/node_modules/nested/index.js': "console.log('nested');",
    ...installed('styles'),
    'node_modules/styles/all.css': 'p { color: red; }',
    ...installed('font'),
    'node_modules/font/file.woff2': 'x'.repeat(5000),
    ...installed('partly', { main: 'index.js', sideEffects: false }),
    'node_modules/partly/index.js':
      "export const used = (text) => console.log('used', text, text.length); export { never } from 'dropped';",
    ...installed('dropped', { main: 'index.js', sideEffects: false }),
    'node_modules/dropped/index.js': 'export const never = 2;',
  });
  expect(names).toEqual(['@scope/code', 'font', 'nested', 'partly', 'styles']);
});

test.each([
  ['an unknown license', { license: 'SSPL-1.0' }, 'text', 'code 1.0.0 has a license that isn’t known to allow this use: SSPL-1.0.'],
  ['no license', { license: undefined }, 'text', 'isn’t known to allow this use: none.'],
  ['no text', {}, '', 'code 1.0.0 (MIT) contains no license text.'],
])('the build fails for a package with %s', async (_what, more, text, message) => {
  const building = licensesOf({
    'src/main.js': "import 'code';",
    ...installed('code', { main: 'index.js', ...more }, text),
    'node_modules/code/index.js': "console.log('code');",
  });
  await expect(building).rejects.toThrow(message);
});

test.each([
  ['MIT', 'MIT'],
  ['(GPL-3.0 OR ISC)', 'ISC'],
  [{ type: 'BSD-3-Clause' }, 'BSD-3-Clause'],
])('of %j, uses %s', async (license, chosen) => {
  const root = await writeProject(installed('code', { license }));
  expect(packageLicense(join(root, 'node_modules/code'), root)).toEqual({
    name: 'code',
    version: '1.0.0',
    license: chosen,
    text: 'The license of code',
  });
});

test('packages that contain no text have that of their project', async () => {
  const root = await writeProject({
    ...installed('libsql', {}, 'Text of libsql'),
    ...installed('@libsql/linux-x64-gnu', {}, ''),
    ...installed('lazy-val', {}, ''),
  });
  const textOf = (/** @type {string} */ name) => packageLicense(join(root, 'node_modules', name), join(root, 'node_modules')).text;
  expect(textOf('@libsql/linux-x64-gnu')).toBe('Text of libsql');
  expect(textOf('lazy-val')).toContain('Copyright (c) Vladimir Krivosheev');
});

test('a module belongs to the innermost package, and the code that the build creates to none', async () => {
  const root = await writeProject({ ...installed('code'), ...installed('@a/b') });
  const modules = join(root, 'node_modules');
  expect(packageFolder(join(modules, 'code/lib/x.js'))).toBe(join(modules, 'code'));
  expect(packageFolder(`\0${join(modules, '@a/b/x.js')}?commonjs-es-import`)).toBe(join(modules, '@a/b'));
  for (const id of ['\0vite/preload-helper.js', join(root, 'src/main.js'), join(modules, 'missing/x.js')])
    expect(packageFolder(id)).toBeNull();
});

test('the packages that are packed as they are have licenses', () => {
  const names = packedPackages().map(
    (folder) => packageLicense(folder, join(folder.slice(0, folder.indexOf('node_modules')), 'node_modules')).name,
  );
  expect(names).toEqual(expect.arrayContaining(['electron', 'libsql', '@neon-rs/load', 'detect-libc']));
});
