import './ui/tokens.css';
import './ui/base.css';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyTheme, themeOfDocument } from './lib/use-theme';
import { App } from './shell/app';
import { startStores } from './stores/start';

declare global {
  // The schema library's own switch, read when it first parses.
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

// It would otherwise try to compile its parsers, which the page's policy refuses and reports.
globalThis.__zod_globalConfig = Object.assign(globalThis.__zod_globalConfig ?? {}, { jitless: true });

// Dialogs insert a style tag that locks scrolling; the policy lets it pass by this nonce only.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
if (nonce) setNonce(nonce);

applyTheme(themeOfDocument());
startStores();

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
