import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** Whether there is something to go back or forward to within this window. */
export function useHistoryDepth(): { canGoBack: boolean; canGoForward: boolean } {
  useLocation();
  const type = useNavigationType();
  const at = (window.history.state as { idx?: number } | null)?.idx ?? 0;
  const last = useRef(at);
  // A new entry cuts off whatever lay ahead.
  const end = type === 'PUSH' ? at : Math.max(last.current, at);
  useEffect(() => {
    last.current = end;
  }, [end]);
  return { canGoBack: at > 0, canGoForward: at < end };
}
