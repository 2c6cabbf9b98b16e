import { useId } from 'react';
import { cx } from '../../lib/class-names';
import { useMessages } from '../../lib/use-messages';
import { Switch } from '../../ui/inputs/switch';
import { ActionCard } from '../../ui/layout/action-card';
import styles from './domains.module.css';

interface LocalhostRowProps {
  isOn: boolean;
  disabledReason: string | undefined;
  onChange: (isOn: boolean) => void;
}

/** Whether redirects to this computer are allowed, at any port. */
export function LocalhostRow({ isOn, disabledReason, onChange }: LocalhostRowProps) {
  const { t } = useMessages();
  const id = useId();
  const isOff = disabledReason !== undefined;
  return (
    <ActionCard
      className={cx(styles.localhost)}
      title={<label htmlFor={id}>{t('domains.localhost')}</label>}
      text={<span id={`${id}-text`}>{t('domains.localhost.text')}</span>}
      action={
        <Switch
          id={id}
          aria-describedby={`${id}-text`}
          checked={isOn}
          {...(isOff ? { 'aria-disabled': true } : {})}
          onCheckedChange={(next) => isOff || onChange(next)}
        />
      }
    />
  );
}
