import { ExternalLink } from 'lucide-react';
import { api } from '#data/api.ts';
import { useAction } from '#lib/use-action.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Button, type ButtonProps } from '#ui/inputs/button.tsx';

/** Opens the account page of the project’s own site, where the user does what Latchkey can’t. */
export function AccountPageButton({
  connectionId,
  ...rest
}: { connectionId: string } & Pick<ButtonProps, 'size' | 'className' | 'variant'>) {
  const { t } = useMessages();
  const open = useAction(() => api.signIn.openAccountPage({ connectionId }), { onFailure: useFailureToast() });
  return (
    <Button {...rest} icon={ExternalLink} busy={open.isPending} onClick={() => void open.run()}>
      {t('passkey.own-site.open')}
    </Button>
  );
}
