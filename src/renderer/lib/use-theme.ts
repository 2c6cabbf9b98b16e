import { useEffect, useSyncExternalStore } from 'react';

interface ThemeChoice {
  readonly theme: 'system' | 'light' | 'dark';
  readonly contrast: 'system' | 'more';
  /** Whether links in texts have a line; without it, only in high contrast. */
  readonly underlineLinks?: boolean;
}

const darkQuery = '(prefers-color-scheme: dark)';
/** Where the system chooses the colors, they can't tell states either. */
const contrastQuery = '(prefers-contrast: more), (forced-colors: active)';

/** Sets the classes of the theme on the document, with the system's preferences resolved. */
export function applyTheme({ theme, contrast, underlineLinks = false }: ThemeChoice): void {
  const dark = theme === 'system' ? window.matchMedia(darkQuery).matches : theme === 'dark';
  const more = contrast === 'more' || window.matchMedia(contrastQuery).matches;
  const { classList } = document.documentElement;
  classList.remove('system');
  classList.toggle('dark', dark);
  classList.toggle('light', !dark);
  classList.toggle('contrast-more', more);
  classList.toggle('underline-links', underlineLinks);
}

/** Theme that the host wrote into the document before any code was loaded. */
export function themeOfDocument(): ThemeChoice {
  const { classList } = document.documentElement;
  const theme = classList.contains('dark') ? 'dark' : classList.contains('light') ? 'light' : 'system';
  return { theme, contrast: classList.contains('contrast-more') ? 'more' : 'system' };
}

/** Keeps the document in the chosen theme, also while the system changes its mind. */
export function useTheme({ theme, contrast, underlineLinks = false }: ThemeChoice): void {
  useEffect(() => {
    const apply = () => applyTheme({ theme, contrast, underlineLinks });
    apply();
    const queries = [window.matchMedia(darkQuery), window.matchMedia(contrastQuery)];
    for (const query of queries) query.addEventListener('change', apply);
    return () => {
      for (const query of queries) query.removeEventListener('change', apply);
    };
  }, [theme, contrast, underlineLinks]);
}

/** Whether the document is dark now, for code that doesn't go by the tokens. */
export function useIsDark(): boolean {
  return useSyncExternalStore(observeClasses, () => document.documentElement.classList.contains('dark'));
}

function observeClasses(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['class'] });
  return () => observer.disconnect();
}
