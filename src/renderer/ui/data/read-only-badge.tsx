import { Lock } from 'lucide-react';
import { useMessages } from '#lib/use-messages.ts';
import { Badge } from './badge';
import { Icon } from './icon';

/** Says that nothing is changed through this connection. */
export function ReadOnlyBadge() {
  const { t } = useMessages();
  return (
    <Badge>
      <Icon of={Lock} size={10} />
      {t('ui.read-only')}
    </Badge>
  );
}
