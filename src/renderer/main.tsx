// First, so that the connection is being made while the rest is still being read.
import './lib/wire/wire';
import './lib/zod-without-eval';
import './ui/tokens.css';
import './ui/base.css';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { refuseDrops } from './lib/refuse-drops';
import { applyTheme, themeOfDocument } from './lib/use-theme';
import { App } from './shell/app';
import { startStores } from './stores/start';

// Dialogs insert a style tag that locks scrolling; the policy lets it pass by this nonce only.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
if (nonce) setNonce(nonce);

applyTheme(themeOfDocument());
refuseDrops(window);
startStores();

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
