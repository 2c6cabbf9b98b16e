import { EyeOff } from 'lucide-react';
import { useBackgroundTask } from '../../lib/use-background-task';
import { useMessages } from '../../lib/use-messages';
import { updateSettings, useSettings } from '../../stores/settings';
import { Button } from '../../ui/inputs/button';
import styles from './privacy-badge.module.css';

/** Says that privacy mode is on, and turns it off. */
export function PrivacyBadge() {
  const { t } = useMessages();
  const runTask = useBackgroundTask();
  const { privacyMode } = useSettings();
  if (!privacyMode) return null;
  return (
    <Button
      size="sm"
      icon={EyeOff}
      className={styles.badge}
      title={t('shell.privacy.off')}
      onClick={() => runTask(() => updateSettings({ privacyMode: false }))}
    >
      <span className={styles.text}>{t('shell.privacy')}</span>
    </Button>
  );
}
