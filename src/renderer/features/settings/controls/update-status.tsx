import type { UpdateState } from '../../../../contract/bridge/app';
import { api } from '../../../api';
import { updateText } from '../../../blocks/about/update-text';
import { useBackgroundTask } from '../../../lib/use-background-task';
import { useMessages } from '../../../lib/use-messages';
import { useUpdates } from '../../../stores/updates';
import { Button } from '../../../ui/inputs/button';
import styles from '../setting-row.module.css';

/** What is known about a newer version, and what can be done about it. */
export function UpdateStatus() {
  const { t } = useMessages();
  const update = useUpdates();
  return (
    <div className={styles.status}>
      <span role="status">{updateText({ t }, update)}</span>
      <UpdateButton update={update} />
    </div>
  );
}

function UpdateButton({ update: { state } }: { update: UpdateState }) {
  const { t } = useMessages();
  const runTask = useBackgroundTask();
  if (state === 'off' || state === 'downloading') return null;
  if (state === 'ready') return <Button onClick={() => runTask(() => api.app.installUpdate({}))}>{t('shell.updates.install')}</Button>;
  return (
    <Button busy={state === 'checking'} onClick={() => runTask(() => api.app.checkForUpdates({}))}>
      {t('shell.updates.check')}
    </Button>
  );
}
