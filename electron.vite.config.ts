import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

const native = ['keytar', '@napi-rs/keyring', 'libsql'];

export default defineConfig({
  main: {
    build: {
      externalizeDeps: { include: native },
      rollupOptions: {
        input: {
          index: resolve('src/main/index.ts'),
          browser: resolve('src/main/hosts/browser/start.ts'),
          'keychain-worker': resolve('src/main/secrets/keychain-worker.ts'),
          'sandbox-worker': resolve('src/sandbox/worker.ts'),
          sandbox: resolve('src/sandbox/cli.ts'),
        },
      },
    },
  },
  preload: {
    build: {
      // A sandboxed window loads CommonJS only, and everything must be in the one file.
      externalizeDeps: false,
      rollupOptions: { input: { index: resolve('src/preload/index.ts') }, output: { format: 'cjs', entryFileNames: '[name].cjs' } },
    },
  },
  renderer: {
    root: resolve('src/renderer'),
    html: { cspNonce: '__CSP_NONCE__' },
    build: {
      minify: true,
      rollupOptions: {
        input: { index: resolve('src/renderer/index.html') },
        // One file for the first screen: fetching several small ones takes longer than reading one.
        output: { codeSplitting: { groups: [{ name: 'app', tags: ['$initial'] }] } },
      },
    },
    plugins: [react()],
  },
});
