/** The panel beside a list: its width, and where the focus goes when it closes. */
import { type RefObject, useEffect, useRef } from 'react';
import { updateSettings, useTopic } from '#data/topics.ts';
import { isPanelWidth } from '#ui/layout/split-pane.tsx';
import { useViewState } from '#window/view-state.ts';

/** Returns the width in pixels, stored per project under a key, and a function that changes it. One that was never resized starts with the width that was used last. */
export function usePanelWidth(key: string): [number, (width: number) => void] {
  const [width, keep] = useViewState(key, useTopic('settings.state').panelWidth, isPanelWidth);
  const change = (next: number) => {
    keep(next);
    updateSettings({ panelWidth: next }).catch(() => undefined);
  };
  return [width, change];
}

/** Returns the ref of the list: a panel that closes with the focus in it gives it back to the row that Tab reaches. */
export function useRowFocus(hasPanel: boolean): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  const hadPanel = useRef(hasPanel);
  useEffect(() => {
    const closed = hadPanel.current && !hasPanel;
    hadPanel.current = hasPanel;
    if (!closed || document.activeElement !== document.body) return;
    list.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus({ preventScroll: true });
  }, [hasPanel]);
  return list;
}
