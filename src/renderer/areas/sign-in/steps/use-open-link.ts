import { openLink } from '#data/callbacks.ts';
import { wholeErrorText } from '#lib/errors/error-text.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { fromHere } from '#window/open-path.ts';
import { paths } from '#window/routes.ts';

/** Returns an action that opens a link that was pasted on a connection's card, and shows the link's own card. */
export function useOpenLink(connectionId: string) {
  const messages = useMessages();
  const { isPending, failure, run, reset } = useAction(async (text: string) => {
    const open = fromHere();
    open(paths.link(await openLink(text, connectionId)));
  });
  return {
    busy: isPending,
    error: failure === null ? undefined : wholeErrorText(messages, failure),
    open: (text: string) => void run(text),
    reset,
  };
}
