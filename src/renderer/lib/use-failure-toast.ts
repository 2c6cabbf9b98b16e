import { useCallback } from 'react';
import { useToasts } from '../ui/feedback/toasts';
import { errorText, reportOf } from './errors/error-text';
import { useMessages } from './use-messages';

/** Returns a function that shows a failure as a toast. */
export function useFailureToast(): (thrown: unknown) => void {
  const messages = useMessages();
  const show = useToasts((state) => state.show);
  return useCallback(
    (thrown) => {
      const { title, next } = errorText(messages, reportOf(thrown));
      show({ tone: 'bad', title, text: next });
    },
    [messages, show],
  );
}
