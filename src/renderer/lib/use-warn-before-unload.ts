import { useEffect } from 'react';

/** Prompts before the window is closed or reloaded. A browser shows its own text, the Electron host ours. */
export function useWarnBeforeUnload(when: boolean): void {
  useEffect(() => {
    if (!when) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [when]);
}
