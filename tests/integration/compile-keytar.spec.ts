/** Compiling keytar for Electron: with a library of the same shape, and the headers of this Node in the place of Electron's. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { compileKeytar } from '../../scripts/lib/packaging/compile-keytar.mjs';
import { canCompile, headersArchive, serveHeaders } from '../support/electron/headers';
import { temporaryFolder } from '../support/temporary-folder';

const version = '45.4.1';
/** Writes a library that is compiled as keytar is, and that npm has already fetched a binary for. */
async function writeLibrary(source: string): Promise<string> {
  const modules = await temporaryFolder();
  const folder = join(modules, 'keytar');
  await mkdir(join(folder, 'build', 'Release'), { recursive: true });
  await writeFile(join(folder, 'build', 'Release', 'keytar.node'), 'fetched');
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'keytar', version: '7.9.0', binary: { napi_versions: [3] } }));
  await writeFile(join(folder, 'binding.gyp'), JSON.stringify({ targets: [{ target_name: 'keytar', sources: ['main.c'] }] }));
  await writeFile(join(folder, 'main.c'), source);
  return modules;
}

const source = `#include <node_api.h>
NAPI_MODULE_INIT() {
  napi_value answer;
  napi_create_int32(env, 42, &answer);
  napi_set_named_property(env, exports, "answer", answer);
  return exports;
}`;

/** Contains the downloaded headers, which the compilations share. */
let homeWithHeaders = '';

beforeAll(async () => {
  homeWithHeaders = await mkdtemp(join(tmpdir(), 'latchkey-test-'));
});
afterAll(() => rm(homeWithHeaders, { recursive: true, force: true }));

async function compile(files: Record<string, Buffer>, { text = source, home = homeWithHeaders } = {}) {
  const [folder, modules] = [await temporaryFolder(), await writeLibrary(text)];
  const { asked, url, close } = await serveHeaders(files);
  onTestFinished(close);
  // Compilers elsewhere in the tests have their headers from this setting, which must not count here.
  const env = { ...process.env, HOME: home, ELECTRON_REBUILD_DIST_URL: url, npm_config_nodedir: '/usr' };
  const problem = await compileKeytar({ electronVersion: version, archs: [process.arch], folder, modules, env });
  const fetched = await readFile(join(modules, 'keytar', 'build', 'Release', 'keytar.node'), 'utf8');
  return { problem, folder, asked, url, fetched };
}

test.runIf(canCompile)('compiles from the source, with the headers of the Electron that is packed', async () => {
  const { problem, folder, asked, fetched } = await compile(await headersArchive(version));
  expect(problem).toBeNull();
  expect(asked).toContain(`/v${version}/node-v${version}-headers.tar.gz`);
  expect(createRequire(import.meta.url)(join(folder, process.arch, 'keytar.node'))).toMatchObject({ answer: 42 });
  expect(fetched).toBe('fetched');
});

test('says that the headers can’t be had', async () => {
  const { problem, folder, asked, url } = await compile({}, { home: await temporaryFolder() });
  expect(problem).toBe(
    `keytar couldn’t be compiled for Electron ${version} (${process.arch}). The headers of Electron couldn’t be downloaded from ${url}.`,
  );
  expect(asked).toContain(`/v${version}/node-v${version}-headers.tar.gz`);
  expect(await readdir(folder)).toEqual([]);
});

test.runIf(canCompile)('shows the compiler’s output for a source that can’t be compiled', async () => {
  const { problem } = await compile(await headersArchive(version), { text: '#error broken on purpose' });
  expect(problem).toContain('broken on purpose');
  expect(problem).toContain('See the compiler’s output above.');
});

test('says that there is no source', async () => {
  const problem = await compileKeytar({ electronVersion: version, archs: ['x64'], folder: '/nowhere', modules: await temporaryFolder() });
  expect(problem).toBe('keytar isn’t installed, because npm couldn’t build it on this machine.');
});
