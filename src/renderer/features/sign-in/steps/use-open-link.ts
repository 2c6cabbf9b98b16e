import { useState } from 'react';
import { useNavigate } from 'react-router';
import { errorText, reportOf } from '../../../lib/errors/error-text';
import { useMessages } from '../../../lib/use-messages';
import { openLink } from '../../../queries/open-link';
import { paths } from '../../../routes';

/** Opens a link that was pasted on a connection's card, and shows the link's own card. */
export function useOpenLink(connectionId: string) {
  const messages = useMessages();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const open = async (text: string) => {
    setBusy(true);
    setError(undefined);
    try {
      await navigate(paths.link(await openLink(text, connectionId)));
    } catch (thrown) {
      const { title, next } = errorText(messages, reportOf(thrown));
      setError(`${title}. ${next}`);
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, open: (text: string) => void open(text), forget: () => setError(undefined) };
}
