import { maxSessionMillis } from '#contract/limits.ts';
import { machineText } from '#contract/text/machine-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Field } from '#ui/inputs/field.tsx';
import { Segmented } from '#ui/inputs/segmented.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import styles from './impersonate.module.css';

const minute = 60_000;
const units: Readonly<Record<string, number>> = {
  m: minute,
  min: minute,
  mins: minute,
  minute,
  minutes: minute,
  h: 60 * minute,
  hour: 60 * minute,
  hours: 60 * minute,
  d: 1440 * minute,
  day: 1440 * minute,
  days: 1440 * minute,
};

type ParsedDuration = { readonly millis: number } | { readonly problem: 'unreadable' | 'too-short' | 'too-long' };

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

/** Parses a typed duration, such as `90 min` and `1 h 30 min`: a sum of numbers with units, each unit once, from 1 minute to 367 days (wire/limits 2). */
export function parseDuration(text: string): ParsedDuration {
  const plain = machineText(text).toLowerCase();
  const parts = [...plain.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)\s*/gy)];
  const whole = parts.map(([part]) => part).join('');
  if (parts.length === 0 || whole !== plain) return { problem: 'unreadable' };
  const factors = parts.map(([, , unit = '']) => (Object.hasOwn(units, unit) ? units[unit] : undefined));
  if (factors.includes(undefined) || new Set(factors).size !== factors.length) return { problem: 'unreadable' };
  const millis = Math.round(parts.reduce((sum, [, amount], at) => sum + Number(amount) * (factors[at] ?? 0), 0));
  if (millis < minute) return { problem: 'too-short' };
  return millis > maxSessionMillis ? { problem: 'too-long' } : { millis };
}
