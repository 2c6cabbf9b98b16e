import { FileUp } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useMessages } from '../../../lib/use-messages';
import { paths } from '../../../routes';
import { Button } from '../../../ui/inputs/button';
import type { ControlProps } from '../setting-row';

/** Opens the screen for exporting and importing connections. */
export function TransferLink({ describedBy }: ControlProps) {
  const { t } = useMessages();
  const navigate = useNavigate();
  return (
    <Button icon={FileUp} aria-describedby={describedBy} onClick={() => void navigate(paths.transfer())}>
      {t('transfer.title')}
    </Button>
  );
}
