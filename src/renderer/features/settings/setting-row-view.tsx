import { Lock } from 'lucide-react';
import { createElement, useId } from 'react';
import { useMessages } from '../../lib/use-messages';
import { Badge } from '../../ui/data/badge';
import { Icon } from '../../ui/data/icon';
import { CardRow } from '../../ui/layout/card';
import { ChoiceControl } from './controls/choice-control';
import { ownControls } from './controls/own-controls';
import { SwitchControl } from './controls/switch-control';
import { NumberControl, TextControl } from './controls/text-control';
import { lockText } from './lock-text';
import type { ControlProps, SettingFacts, SettingRow } from './setting-row';
import styles from './setting-row.module.css';
import { whyDisabled } from './why-disabled';

/** A setting: what it is, what it does, why it can't be changed, and its control. */
export function SettingRowView({ row, facts }: { row: SettingRow; facts: SettingFacts }) {
  const { t } = useMessages();
  const id = useId();
  const { id: name, restart } = row;
  const label = t(`settings.row.${name}`);
  const locked = lockText({ t }, facts.policy, 'setting' in row.control ? row.control.setting : undefined);
  const reasonKey = whyDisabled(row, facts);
  const reason = locked ?? (reasonKey && t(reasonKey));
  const describedBy = reason === undefined ? `${id}-text` : `${id}-reason ${id}-text`;
  return (
    <CardRow className={styles.row}>
      <div className={styles.words}>
        <div className={styles.label}>
          <span id={`${id}-label`}>{label}</span>
          {restart && <Badge>{t('settings.after-restart')}</Badge>}
        </div>
        <p className={styles.text} id={`${id}-text`}>
          {t(`settings.row.${name}.text`)}
        </p>
        {reason !== undefined && (
          <p className={styles.reason} id={`${id}-reason`}>
            {(locked !== undefined || reasonKey === 'settings.reason.updates.policy') && <Icon of={Lock} size={12} />}
            <span>{reason}</span>
          </p>
        )}
      </div>
      <div className={styles.control}>
        <Control
          row={row}
          label={label}
          labelId={`${id}-label`}
          describedBy={describedBy}
          isDisabled={reason !== undefined}
          isIdle={reasonKey !== undefined}
        />
      </div>
    </CardRow>
  );
}

function Control({ row: { control }, ...props }: ControlProps & { row: SettingRow }) {
  switch (control.kind) {
    case 'switch':
      return <SwitchControl row={control} {...props} />;
    case 'choice':
      return <ChoiceControl row={control} {...props} />;
    case 'number':
      return <NumberControl row={control} {...props} />;
    case 'text':
      return <TextControl row={control} {...props} />;
    case 'own':
      return createElement(ownControls[control.name], props);
  }
}
