import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** Whether there is something to go back or forward to within this window. */
export function useHistoryDepth(): { canGoBack: boolean; canGoForward: boolean } {
  useLocation();
  const type = useNavigationType();
  const index = (window.history.state as { idx?: number } | null)?.idx;
  const at = index ?? 0;
  const last = useRef(at);
  // A new entry removes the entries after it.
  const end = type === 'PUSH' ? at : Math.max(last.current, at);
  useEffect(() => {
    last.current = end;
  }, [end]);
  // An address that was typed has no index, and something before it.
  return { canGoBack: index === undefined || at > 0, canGoForward: at < end };
}
