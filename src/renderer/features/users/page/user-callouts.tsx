import type { ErrorReport } from '../../../../contract/errors';
import { OutdatedCallout } from '../../../blocks/account/account-state';
import { EditConnectionButton } from '../../../blocks/admin/edit-connection-button';
import { isAboutKeys } from '../../../lib/errors/error-text';
import { useMessages } from '../../../lib/use-messages';
import { Callout } from '../../../ui/feedback/callout';
import { Button } from '../../../ui/inputs/button';
import styles from './user-panel.module.css';

/** Says that the user was deleted while they were shown. What was entered stays, so that it can be copied. */
export function DeletedCallout({ onLeave }: { onLeave: () => void }) {
  const { t } = useMessages();
  const action = (
    <Button size="sm" onClick={onLeave}>
      {t('users.deleted.leave')}
    </Button>
  );
  return (
    <div className={styles.trouble}>
      <Callout tone="bad" title={t('users.deleted.title')} action={action}>
        {t('users.deleted.text')}
      </Callout>
    </div>
  );
}

interface StaleCalloutProps {
  connectionId: string;
  report: ErrorReport;
  onRetry: () => void;
  busy: boolean;
}

/** Says why the user couldn't be read again, and offers to replace the keys where they are the reason. */
export function StaleCallout({ connectionId, ...failure }: StaleCalloutProps) {
  return (
    <div className={styles.trouble}>
      <OutdatedCallout {...failure} />
      {isAboutKeys(failure.report) && <EditConnectionButton connectionId={connectionId} />}
    </div>
  );
}
