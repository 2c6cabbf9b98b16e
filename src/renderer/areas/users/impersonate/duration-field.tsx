import { useMessages } from '#lib/use-messages.ts';
import { Field } from '#ui/inputs/field.tsx';
import { Segmented } from '#ui/inputs/segmented.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { type ParsedDuration, parseDuration } from './duration';
import styles from './impersonate.module.css';

export interface DurationChoice {
  /** A preset in milliseconds, or `other` for the typed text. */
  readonly preset: string;
  readonly typed: string;
}

/** Returns the chosen duration. */
export function durationOf({ preset, typed }: DurationChoice): ParsedDuration {
  return preset === 'other' ? parseDuration(typed) : { millis: Number(preset) };
}

interface DurationFieldProps {
  presets: readonly { readonly value: string; readonly label: string }[];
  value: DurationChoice;
  onChange: (value: DurationChoice) => void;
  /** Whether to show what is wrong with the typed text. */
  isChecked: boolean;
}

/** A duration: one of a few, or a typed one. */
export function DurationField({ presets, value, onChange, isChecked }: DurationFieldProps) {
  const { t } = useMessages();
  const parsed = durationOf(value);
  const error = isChecked && 'problem' in parsed ? t(`impersonation.duration.${parsed.problem}`) : undefined;
  return (
    <div className={styles.duration}>
      <span className={styles.label}>{t('impersonation.duration')}</span>
      <Segmented
        label={t('impersonation.duration')}
        value={value.preset}
        options={[...presets, { value: 'other', label: t('impersonation.duration.other') }]}
        onValueChange={(preset) => onChange({ ...value, preset })}
      />
      {value.preset === 'other' && (
        <Field label={t('impersonation.duration.typed')} error={error} help={t('impersonation.duration.help')}>
          {(control) => (
            <TextInput
              {...control}
              maxLength={100}
              value={value.typed}
              onChange={(event) => onChange({ ...value, typed: event.target.value })}
            />
          )}
        </Field>
      )}
    </div>
  );
}
