import { useNavigate } from 'react-router';
import { useMessages } from '../../lib/use-messages';
import { paths } from '../../routes';
import { Button } from '../../ui/inputs/button';
import { ActionCard } from '../../ui/layout/action-card';

/** For an account without a name: how not to lose it. */
export function KeepAccount({ connectionId }: { connectionId: string }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const action = (
    <Button variant="primary" onClick={() => void navigate(paths.upgrade(connectionId))}>
      {t('profile.keep.action')}
    </Button>
  );
  return <ActionCard tone="warn" title={t('profile.keep')} text={t('profile.keep.text')} action={action} />;
}
