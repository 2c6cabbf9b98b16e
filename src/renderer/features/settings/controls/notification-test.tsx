import { useState } from 'react';
import { api } from '../../../api';
import { isElectron } from '../../../lib/is-electron';
import { pagePermission } from '../../../lib/notifications/page-notifications';
import { useBackgroundTask } from '../../../lib/use-background-task';
import { useMessages } from '../../../lib/use-messages';
import { Button } from '../../../ui/inputs/button';
import type { ControlProps } from '../setting-row';
import styles from '../setting-row.module.css';

/** Asks the browser for permission, and sends a notification to try it. */
export function NotificationTest({ isDisabled, describedBy }: ControlProps) {
  const { t } = useMessages();
  const runTask = useBackgroundTask();
  const [permission, setPermission] = useState(pagePermission);
  const send = async () => {
    if (isElectron) await api.watch.sendTest({});
    else new Notification(t('watch.test.title'), { body: t('watch.test.text') });
  };
  const canSend = isElectron || permission === 'granted';
  return (
    <div className={styles.permission}>
      {!isElectron && <p>{t(`settings.notifications.${permission}`)}</p>}
      {!isElectron && permission === 'default' && (
        <Button size="sm" disabled={isDisabled} onClick={() => runTask(async () => setPermission(await Notification.requestPermission()))}>
          {t('settings.notifications.allow')}
        </Button>
      )}
      {canSend && (
        <Button size="sm" disabled={isDisabled} aria-describedby={describedBy} onClick={() => runTask(send)}>
          {t('settings.notifications.test')}
        </Button>
      )}
    </div>
  );
}
