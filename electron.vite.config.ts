import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { asciiScripts } from './scripts/lib/bundle/ascii-scripts.mjs';
import { compiledMessages, withoutMessageParser } from './scripts/lib/bundle/compiled-messages.mjs';
import { firstScript } from './scripts/lib/bundle/first-script.mjs';
import { iconImports } from './scripts/lib/bundle/icon-imports.mjs';
import { inlineScript } from './scripts/lib/bundle/inline-script.mjs';
import { inlineStyle } from './scripts/lib/bundle/inline-style.mjs';
import { workersAlone } from './scripts/lib/bundle/workers-alone.mjs';
import { bundledLicenses, packedPackages } from './scripts/lib/licenses/bundled-licenses.mjs';

const native = ['keytar', '@napi-rs/keyring', 'libsql'];
const workers = {
  'keychain-worker': resolve('src/main/keychain/keychain-worker.ts'),
  'library-worker': resolve('src/main/library/library-worker.ts'),
  'sandbox-worker': resolve('src/sandbox/worker.ts'),
};
const page = resolve('src/renderer/index.html');
/** The router as its makers build it for use, which its package doesn't export: without what warns those who program with it. */
const withoutRouterWarnings = { find: /^react-router$/, replacement: resolve('node_modules/react-router/dist/production/index.mjs') };

export default defineConfig({
  main: {
    build: {
      // Packages are bundled, because finding them in `node_modules` takes almost half of the time of a start.
      externalizeDeps: false,
      rollupOptions: {
        external: native,
        input: {
          index: resolve('src/main/index.ts'),
          browser: resolve('src/main/hosts/browser/start.ts'),
          cli: resolve('src/main/hosts/terminal/start.ts'),
          sandbox: resolve('src/sandbox/cli.ts'),
        },
        // One file for what help needs, because each file takes longer to find than to run.
        output: { codeSplitting: { groups: [{ name: 'terminal', test: /[\\/]terminal[\\/]run-line\.ts$/ }] } },
      },
    },
    plugins: [workersAlone(workers, native), bundledLicenses('main', { packages: packedPackages() })],
  },
  preload: {
    build: {
      // A sandboxed window loads CommonJS only, and everything must be in the one file.
      externalizeDeps: false,
      rollupOptions: { input: { index: resolve('src/preload/index.ts') }, output: { format: 'cjs', entryFileNames: '[name].cjs' } },
    },
    plugins: [bundledLicenses('preload')],
  },
  renderer: {
    root: resolve('src/renderer'),
    html: { cspNonce: '__CSP_NONCE__' },
    resolve: { alias: [...withoutMessageParser, withoutRouterWarnings] },
    build: {
      minify: true,
      rollupOptions: {
        input: { index: page },
        // One file for the first screen, and one for what the others share of each layer: fetching many small ones takes longer than reading one.
        // A file needs those before it only, so that what it needs has always run before it.
        output: {
          codeSplitting: {
            groups: [
              { name: firstScript(page, /node_modules[\\/](react-dom|scheduler)[\\/]/), priority: 6 },
              {
                name: 'forms',
                test: /node_modules[\\/](zod|react-hook-form|@hookform)[\\/]|src[\\/]contract[\\/]/,
                minShareCount: 2,
                priority: 5,
              },
              {
                name: 'shared',
                test: /src[\\/]renderer[\\/](ui|lib|data|window)[\\/]|lucide-react|radix-ui|floating-ui|use-sync-external-store/,
                minShareCount: 2,
                priority: 4,
              },
              { name: 'parts', test: /src[\\/]renderer[\\/]parts[\\/]/, minShareCount: 2, priority: 3 },
              { name: 'areas', test: /src[\\/]renderer[\\/]areas[\\/]/, minShareCount: 2, priority: 2 },
              // The rest of the frame, with what else is loaded once the window is idle.
              {
                name: 'frame',
                test: /src[\\/]renderer[\\/](app[\\/]|ui[\\/]feedback[\\/]toast-area|parts[\\/](reveal|journal[\\/]undo[\\/]undo-host|jobs[\\/](job-end-toasts|preview[\\/]job-preview-dialog)))/,
                priority: 1,
              },
            ],
          },
        },
      },
    },
    plugins: [
      react(),
      compiledMessages(),
      iconImports(),
      inlineStyle(),
      inlineScript('connect.ts'),
      asciiScripts(),
      bundledLicenses('renderer'),
    ],
  },
});
