import type { ErrorReport } from '../../../../contract/errors';
import { EditConnectionButton } from '../../../blocks/admin/edit-connection-button';
import { OutdatedMessage } from '../../../blocks/status/outdated-message';
import { ScreenMessage } from '../../../blocks/status/screen-message';
import { isAboutKeys } from '../../../lib/errors/error-text';
import { useMessages } from '../../../lib/use-messages';
import { Button } from '../../../ui/inputs/button';

/** Says that the user was deleted while they were shown. What was entered stays, so that it can be copied. */
export function DeletedMessage({ onLeave }: { onLeave: () => void }) {
  const { t } = useMessages();
  const action = (
    <Button size="sm" onClick={onLeave}>
      {t('users.deleted.leave')}
    </Button>
  );
  return <ScreenMessage title={t('users.deleted.title')} text={t('users.deleted.text')} action={action} />;
}

interface StaleMessageProps {
  connectionId: string;
  report: ErrorReport;
  onRetry: () => void;
  busy: boolean;
}

/** Says why the user couldn't be read again, and offers to replace the keys where they are the reason. */
export function StaleMessage({ connectionId, ...failure }: StaleMessageProps) {
  const edit = isAboutKeys(failure.report) ? <EditConnectionButton size="sm" connectionId={connectionId} /> : undefined;
  return <OutdatedMessage {...failure} action={edit} />;
}
