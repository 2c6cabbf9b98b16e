import { Pencil } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useMessages } from '#lib/use-messages.ts';
import { Button } from '#ui/inputs/button.tsx';
import { paths } from '#window/routes.ts';

/** Opens the connection's form, where a missing key can be added. */
export function EditConnectionButton({ connectionId, size = 'md' }: { connectionId: string; size?: 'md' | 'sm' }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  return (
    <Button size={size} icon={Pencil} onClick={() => void navigate(paths.edit(connectionId))}>
      {t('admin.locked.action')}
    </Button>
  );
}
