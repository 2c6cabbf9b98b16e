import '#lib/zod-without-eval.ts';
import '#ui/tokens.css';
import '#ui/base.css';
import '#ui/inputs/native-inputs.css';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { App } from '#app/app.tsx';
import { startPrivacyMode } from '#app/privacy/privacy-mode.ts';
import { loadFirstCode } from '#app/startup/startup.tsx';
import { startTopics, topicStores } from '#data/topics.ts';
import { loadLanguage } from '#lib/intl/language-texts.ts';
import { preferredLanguages } from '#lib/intl/preferred-languages.ts';
import { guardComposition } from '#lib/keyboard/guard-composition.ts';
import { guardOpening } from '#lib/keyboard/held-keys.ts';
import { applyTheme, themeOfDocument } from '#lib/use-theme.ts';
import { languageOf } from '#messages/translator.ts';

/** How long (ms) to wait for the first data before the window says that it is loading. */
const longestWait = 300;

// Dialogs insert a style tag that locks scrolling; the policy lets it pass by this nonce only.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
if (nonce) setNonce(nonce);

applyTheme(themeOfDocument());
guardComposition(window);
guardOpening(window, () => performance.now());
loadFirstCode();

const root = document.getElementById('root');
if (root !== null) void showApp(root);

/** Loads the texts of the chosen language. English is shown where that fails. */
async function loadShownLanguage(): Promise<void> {
  const { value } = topicStores['settings.state'].getState();
  if (value !== null) await loadLanguage(languageOf(value.language, preferredLanguages())).catch(() => undefined);
}

/**
 * Runs React’s renderer after this script, and not below it: an error that it creates makes a browser that is debugged, which every driven one
 * is, read all code on the stack again.
 */
const renderer = import('react-dom/client');

/** Renders once the first data is there: a page that only waits for it would take as long to render, and the screen would follow. */
async function showApp(element: HTMLElement): Promise<void> {
  const tooLong = new Promise((resolve) => setTimeout(resolve, longestWait));
  const isPrivate = startPrivacyMode();
  await Promise.race([startTopics().then(loadShownLanguage), tooLong]);
  await isPrivate;
  const { createRoot } = await renderer;
  createRoot(element).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
