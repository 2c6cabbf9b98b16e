import { CircleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { settings as schema } from '#contract/bridge/settings.ts';
import type { Settings } from '#contract/setting-rows.ts';
import { useTopic } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '#ui/data/icon.tsx';
import { Switch } from '#ui/inputs/switch.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { type ControlProps, useChangeSetting } from '../setting-row';
import styles from '../setting-row.module.css';

type QuietHours = NonNullable<Settings['quietHours']>;

const usualHours: QuietHours = { from: '22:00', to: '07:00' };
const ends = ['from', 'to'] as const;

/** Whether there are hours without notifications, and which. */
export function QuietHoursControl({ labelId, describedBy, isDisabled }: ControlProps) {
  const { t } = useMessages();
  const id = useId();
  const change = useChangeSetting();
  const { quietHours: stored } = useTopic('settings.state');
  const [draft, setDraft] = useState<QuietHours | null>(null);
  const type = (next: QuietHours) => {
    const isValid = schema.shape.quietHours.safeParse(next).success;
    setDraft(isValid ? null : next);
    if (isValid) change({ quietHours: next });
  };
  const shown = draft ?? stored;
  return (
    <div className={styles.field}>
      <div className={styles.measured}>
        {stored !== null &&
          shown !== null &&
          ends.map((end) => (
            <TextInput
              key={end}
              type="time"
              className={styles.time}
              aria-label={t(`settings.quiet-hours.${end}`)}
              aria-describedby={draft === null ? describedBy : `${id} ${describedBy}`}
              aria-invalid={draft !== null}
              {...(isDisabled ? { 'aria-disabled': true, readOnly: true } : {})}
              value={shown[end]}
              onChange={({ target }) => type({ ...shown, [end]: target.value })}
            />
          ))}
        <Switch
          aria-labelledby={labelId}
          aria-describedby={describedBy}
          {...(isDisabled ? { 'aria-disabled': true } : {})}
          checked={stored !== null}
          onCheckedChange={(isOn) => {
            if (isDisabled) return;
            setDraft(null);
            change({ quietHours: isOn ? usualHours : null });
          }}
        />
      </div>
      <div aria-live="polite">
        {draft !== null && (
          <p className={styles.error} id={id}>
            <Icon of={CircleAlert} size={13} />
            {t('settings.error.hours')}
          </p>
        )}
      </div>
    </div>
  );
}
