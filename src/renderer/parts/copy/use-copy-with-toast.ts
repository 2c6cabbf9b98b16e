import { copyText } from '#lib/copy-text.ts';
import type { Translatable } from '#lib/intl/translatable.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import type { MessageKey } from '#messages/translator.ts';
import { useToasts } from '#ui/feedback/toasts.ts';

/** Returns a function that copies text and says so in a toast, for menus, which are closed by then. `copied` is the title of that toast, `note` its text. */
export function useCopyWithToast(): (text: string | Promise<string>, copied?: MessageKey, note?: Translatable) => void {
  const show = useToasts((state) => state.show);
  const showFailure = useFailureToast();
  return async (text, copied = 'ui.copied', note) => {
    try {
      const isCopied = await copyText(await text);
      show(
        isCopied
          ? { tone: 'good', title: copied, isNoChange: true, ...(note === undefined ? {} : { text: note }) }
          : { tone: 'bad', title: 'ui.copy-failed' },
      );
    } catch (thrown) {
      showFailure(thrown);
    }
  };
}
