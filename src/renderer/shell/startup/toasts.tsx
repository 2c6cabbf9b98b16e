import { Suspense, useEffect } from 'react';
import { useToasts } from '../../ui/feedback/toasts';
import { loadParts, toastArea, usePartsLoaded } from './parts';

const ToastArea = toastArea.component((module) => module.ToastArea);
const longestWait = 2000;

/** The toasts, and what else the first screen doesn't need: it is loaded when the window is first idle. */
export function Toasts() {
  const areLoaded = usePartsLoaded();
  const hasToasts = useToasts(({ toasts }) => toasts.length > 0);
  useEffect(() => {
    const request = requestIdleCallback(() => void loadParts(), { timeout: longestWait });
    return () => cancelIdleCallback(request);
  }, []);
  return <Suspense fallback={null}>{(areLoaded || hasToasts) && <ToastArea />}</Suspense>;
}
