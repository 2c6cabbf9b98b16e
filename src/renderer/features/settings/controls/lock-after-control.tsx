import { useMessages } from '../../../lib/use-messages';
import { useSettings } from '../../../stores/settings';
import type { ControlProps } from '../setting-row';
import { useChangeSetting } from '../use-change-setting';
import { SettingSelect } from './setting-select';

const offered = [1, 2, 5, 10, 15, 30, 60, 120, 240];

/** After how long without input the app locks, or never. */
export function LockAfterControl(props: ControlProps) {
  const { t } = useMessages();
  const change = useChangeSetting();
  const { lockAfterMinutes } = useSettings();
  // A policy or an edited file may have chosen another time.
  const minutes = [...new Set([...offered, lockAfterMinutes ?? 1])].sort((a, b) => a - b);
  const choose = (value: string) => change({ lockAfterMinutes: value === '' ? null : Number(value) });
  return (
    <SettingSelect {...props} value={lockAfterMinutes ?? ''} onChoose={choose}>
      {minutes.map((count) => (
        <option key={count} value={count}>
          {t('settings.lock.minutes', { count })}
        </option>
      ))}
      <option value="">{t('settings.lock.never')}</option>
    </SettingSelect>
  );
}
