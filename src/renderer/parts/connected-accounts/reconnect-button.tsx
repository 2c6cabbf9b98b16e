import { useNavigate } from 'react-router';
import { useSignInChangeReason } from '#data/read-only.ts';
import { providerName } from '#lib/rules/sign-in-methods.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Button } from '#ui/inputs/button.tsx';
import { paths } from '#window/routes.ts';

interface ReconnectButtonProps {
  connectionId: string;
  provider: string;
  /** Scopes to request, separated by spaces. */
  scope?: string;
  disabledReason?: string | undefined;
}

/** Opens the card on which the same account is connected again, which renews what the project may do with it. */
export function ReconnectButton({ connectionId, provider, scope = '', disabledReason }: ReconnectButtonProps) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const readOnly = useSignInChangeReason(connectionId);
  const path = paths.linkProvider(connectionId, paths.connectedAccounts(connectionId), { provider, scope });
  return (
    <Button
      size="sm"
      disabledReason={readOnly ?? disabledReason}
      aria-label={t('connected.reconnect.of', { provider: providerName(provider) })}
      onClick={() => void navigate(path)}
    >
      {t('connected.reconnect')}
    </Button>
  );
}
