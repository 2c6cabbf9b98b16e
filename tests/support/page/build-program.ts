/** Builds the program that page specs run in their own process: loading the sources one by one takes each worker longer. */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { build } from 'vite';
import { ownBuildFolder } from '../main/build-worker';
import { quickPasswords } from '../service/quick-passwords';
import { programVariable } from './services';

/** Modules that can't be bundled. */
const native = ['keytar', '@napi-rs/keyring', 'libsql'];

// biome-ignore lint/style/noDefaultExport: Playwright calls the default export
export default async function buildProgram(): Promise<void> {
  const root = resolve(import.meta.dirname, '../../..');
  const folder = await ownBuildFolder(root, 'latchkey-pages');
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [quickPasswords()],
    ssr: { noExternal: true, external: native },
    build: {
      ssr: resolve(root, 'tests/support/page/program.ts'),
      target: 'node20',
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: { external: native, output: { entryFileNames: 'program.js' } },
    },
  });
  await writeFile(resolve(folder, 'package.json'), '{ "type": "module" }');
  process.env[programVariable] = resolve(folder, 'program.js');
}
