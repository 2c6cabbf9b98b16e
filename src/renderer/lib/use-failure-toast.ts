import { useCallback } from 'react';
import { useToasts } from '#ui/feedback/toasts.ts';
import { errorText, reportOf } from './errors/error-text';

/** Returns a function that shows a failure as a toast. */
export function useFailureToast(): (thrown: unknown) => void {
  const show = useToasts((state) => state.show);
  return useCallback(
    (thrown) => {
      const report = reportOf(thrown);
      show({ tone: 'bad', title: (messages) => errorText(messages, report).title, text: (messages) => errorText(messages, report).next });
    },
    [show],
  );
}
