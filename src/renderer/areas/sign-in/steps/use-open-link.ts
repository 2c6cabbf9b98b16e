import { openLink } from '../../../data/callbacks';
import { wholeErrorText } from '../../../lib/errors/error-text';
import { useAction } from '../../../lib/use-action';
import { useMessages } from '../../../lib/use-messages';
import { fromHere } from '../../../window/open-path';
import { paths } from '../../../window/routes';

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
