import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../api';
import { errorText, reportOf } from '../../lib/error-text';
import { useMessages } from '../../lib/use-messages';
import { paths } from '../../routes';

/** Reads a pasted link and shows its card. A code alone is taken for one of this connection. */
export function useOpenLink(connectionId: string) {
  const messages = useMessages();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const open = async (text: string) => {
    setBusy(true);
    setError(undefined);
    try {
      const { id } = await api.links.open({ text, ...(text.includes('://') ? {} : { connectionId }) });
      await navigate(paths.link(id));
    } catch (thrown) {
      const { title, next } = errorText(messages, reportOf(thrown));
      setError(`${title}. ${next}`);
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, open: (text: string) => void open(text), forget: () => setError(undefined) };
}
