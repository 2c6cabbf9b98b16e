import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../api';
import { errorText, reportOf } from '../../../lib/errors/error-text';
import { useMessages } from '../../../lib/use-messages';
import { useToasts } from '../../../ui/feedback/toasts';
import { Button, type ButtonProps } from '../../../ui/inputs/button';

/** Opens the account page of the project’s own site, where the user does what Latchkey can’t. */
export function AccountPageButton({
  connectionId,
  ...rest
}: { connectionId: string } & Pick<ButtonProps, 'size' | 'className' | 'variant'>) {
  const messages = useMessages();
  const show = useToasts((state) => state.show);
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    try {
      await api.signIn.openAccountPage({ connectionId });
    } catch (thrown) {
      const { title, next } = errorText(messages, reportOf(thrown));
      show({ tone: 'bad', title, text: next });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button {...rest} icon={ExternalLink} busy={busy} onClick={() => void open()}>
      {messages.t('passkey.own-site.open')}
    </Button>
  );
}
