/** Builds the workers: they run from beside the packed archive, where nothing of the main process may lie. */
import { build } from 'vite';
import { bundledLicenses } from '../licenses/bundled-licenses.mjs';

/**
 * A plugin of the main process's build that builds each worker into one file that contains all it needs but native modules. A worker
 * that shared a file with the main process would take that file out of the archive, whose integrity Electron checks.
 * @param {Record<string, string>} entries The sources by the names of the files.
 * @param {readonly string[]} native
 * @returns {import('vite').Plugin}
 */
export function workersAlone(entries, native) {
  /** @type {string} */
  let outDir;
  return {
    name: 'workers-alone',
    apply: 'build',
    configResolved(config) {
      outDir = config.build.outDir;
    },
    async closeBundle() {
      for (const [name, entry] of Object.entries(entries)) await buildAlone(name, entry, outDir, native);
    },
  };
}

/** @param {string} name @param {string} entry @param {string} outDir @param {readonly string[]} native */
async function buildAlone(name, entry, outDir, native) {
  await build({
    configFile: false,
    plugins: [bundledLicenses(name)],
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, external: [...native] },
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      emptyOutDir: false,
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: { [name]: entry },
        external: [...native],
        output: { entryFileNames: '[name].js', codeSplitting: false },
      },
    },
  });
}
