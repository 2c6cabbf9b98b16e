import { Unplug } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useBridgeStatus } from '#data/bridge.ts';
import { topicStores, useTopic } from '#data/topics.ts';
import { loadLanguage } from '#lib/intl/language-texts.ts';
import { preferredLanguages } from '#lib/intl/preferred-languages.ts';
import { useConcealing } from '#lib/privacy/shown-text.ts';
import { MessagesContext, StoredMessagesContext, useMessages } from '#lib/use-messages.ts';
import { useTheme } from '#lib/use-theme.ts';
import { createTranslator, hasTexts, languageOf, localeOf, type Language as ShownLanguage } from '#messages/translator.ts';
import { CrashBoundary } from '#ui/feedback/crash-boundary.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { LockGate } from './lock/lock-gate';
import { Crash } from './pages/crash';
import styles from './pages/full-page.module.css';
import { AppRouter } from './router/router';
import { loadParts, toastArea, usePartsLoaded } from './startup/parts';
import { Startup } from './startup/startup';

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
    <LockGate>
      <Startup>
        <AppRouter />
        <Toasts />
      </Startup>
    </LockGate>
  );
}

function RequireBridge({ children }: { children: ReactNode }) {
  return useBridgeStatus() === 'refused' ? <RefusedPage /> : children;
}

function Language({ children }: { children: ReactNode }) {
  const language = useShownLanguage();
  useChosenTheme();
  const translator = useMemo(() => createTranslator(language, localeOf(language, preferredLanguages())), [language]);
  useEffect(() => {
    document.documentElement.lang = language === 'pseudo' ? 'en-x-pseudo' : language;
  }, [language]);
  return (
    <StoredMessagesContext value={translator}>
      <MessagesContext value={useConcealing(translator)}>{children}</MessagesContext>
    </StoredMessagesContext>
  );
}

/** Returns the chosen language once its texts are there, and the one before until then. */
function useShownLanguage(): ShownLanguage {
  const chosen = languageOf(useTopic('settings.state').language, preferredLanguages());
  const [shown, setShown] = useState<ShownLanguage>(() => (hasTexts(chosen) ? chosen : 'en'));
  useEffect(() => {
    let isCurrent = true;
    loadLanguage(chosen).then(
      () => isCurrent && setShown(chosen),
      // English stays readable, and the next start tries again.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [chosen]);
  return shown;
}

function useChosenTheme(): void {
  const settings = useTopic('settings.state');
  const read = topicStores['settings.state']((state) => state.value !== null);
  const [initial] = useState(() => document.documentElement.classList.contains('dark'));
  // Until the settings are read the document keeps what the host wrote on it.
  useTheme(read ? settings : { theme: initial ? 'dark' : 'light', contrast: 'system' });
}

/** The end of a tab whose URL was used or whose Latchkey has quit: it can't reconnect. */
function RefusedPage() {
  const { t } = useMessages();
  return (
    <main className={styles.page}>
      <EmptyState heading="h1" icon={Unplug} title={t('shell.refused.title')} text={t('shell.refused.text')} />
    </main>
  );
}

const ToastArea = toastArea.component((module) => module.ToastArea);
const longestWait = 2000;

/** The toasts, and what else the first screen doesn't need: it is loaded when the window is first idle. */
function Toasts() {
  const areLoaded = usePartsLoaded();
  const hasToasts = useToasts(({ toasts }) => toasts.length > 0);
  useEffect(() => {
    const request = requestIdleCallback(() => void loadParts(), { timeout: longestWait });
    return () => cancelIdleCallback(request);
  }, []);
  return <Suspense fallback={null}>{(areLoaded || hasToasts) && <ToastArea />}</Suspense>;
}
