import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { createTranslator, languageOf, localeOf } from '../../messages/translator';
import { MessagesContext } from '../lib/use-messages';
import { useTheme } from '../lib/use-theme';
import { useBridgeStatus } from '../stores/bridge';
import { settingsStore, useSettings } from '../stores/settings';
import { Crash, CrashBoundary } from './pages/crash';
import { RefusedPage } from './pages/refused-page';
import { AppRouter } from './router/router';
import { Startup } from './startup/startup';
import { Toasts } from './startup/toasts';

/** The whole window. */
export function App() {
  return (
    <Language>
      <CrashBoundary fallback={(error) => <Crash error={error} />}>
        <RequireBridge>
          <Window />
        </RequireBridge>
      </CrashBoundary>
    </Language>
  );
}

function Window() {
  return (
    <Startup>
      <AppRouter />
      <Toasts />
    </Startup>
  );
}

function RequireBridge({ children }: { children: ReactNode }) {
  return useBridgeStatus() === 'refused' ? <RefusedPage /> : children;
}

function Language({ children }: { children: ReactNode }) {
  const chosen = useSettings().language;
  useChosenTheme();
  const translator = useMemo(() => {
    const language = languageOf(chosen);
    return createTranslator(language, localeOf(language, navigator.languages));
  }, [chosen]);
  useEffect(() => {
    document.documentElement.lang = translator.language === 'pseudo' ? 'en-x-pseudo' : translator.language;
  }, [translator]);
  return <MessagesContext value={translator}>{children}</MessagesContext>;
}

function useChosenTheme(): void {
  const settings = useSettings();
  const read = settingsStore((state) => state.value !== null);
  const [initial] = useState(() => document.documentElement.classList.contains('dark'));
  // Until the settings are read the document keeps what the host wrote on it.
  useTheme(read ? settings : { theme: initial ? 'dark' : 'light', contrast: 'system' });
}
