import { KeyRound } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useMessages } from '#lib/use-messages.ts';
import { Button } from '#ui/inputs/button.tsx';
import { paths } from '#window/routes.ts';

/** Opens the connection's form, where its publishable key is entered. */
export function EnterKeyButton({ connectionId, size }: { connectionId: string; size?: 'sm' }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  return (
    <Button {...(size ? { size } : {})} icon={KeyRound} onClick={() => void navigate(paths.edit(connectionId))}>
      {t('sign-in.enter-key')}
    </Button>
  );
}
