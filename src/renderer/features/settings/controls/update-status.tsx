import type { UpdateState } from '../../../../contract/bridge/app';
import type { Translator } from '../../../../messages/translator';
import { api } from '../../../api';
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
      <span role="status">{statusText({ t }, update)}</span>
      <UpdateButton update={update} />
    </div>
  );
}

function UpdateButton({ update: { state } }: { update: UpdateState }) {
  const { t } = useMessages();
  const runTask = useBackgroundTask();
  if (state === 'off') return null;
  if (state === 'ready') return <Button onClick={() => runTask(() => api.app.installUpdate({}))}>{t('shell.updates.install')}</Button>;
  return (
    <Button busy={state === 'checking' || state === 'downloading'} onClick={() => runTask(() => api.app.checkForUpdates({}))}>
      {t('shell.updates.check')}
    </Button>
  );
}

function statusText({ t }: Pick<Translator, 't'>, update: UpdateState): string {
  switch (update.state) {
    case 'off':
      return t(`shell.updates.off.${update.reason}`);
    case 'current':
      return t(update.checkedAtMillis === null ? 'shell.updates.unchecked' : 'shell.updates.current');
    case 'checking':
      return t('shell.updates.checking');
    case 'downloading':
    case 'ready':
      return t(`shell.updates.${update.state}`, { version: update.version });
    case 'failed':
      return t('shell.updates.failed');
  }
}
