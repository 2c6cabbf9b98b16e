import { CircleAlert } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { settings as schema } from '#contract/bridge/settings.ts';
import type { NumberSetting, TextSetting } from '#contract/setting-rows.ts';
import { useTopic } from '#data/topics.ts';
import { pressedKey } from '#lib/keyboard/pressed-key.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '#ui/data/icon.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { type ControlProps, type NumberName, type TextName, useChangeSetting } from '../setting-row';
import styles from '../setting-row.module.css';

interface FieldProps extends ControlProps {
  stored: string;
  /** Saves a text that the setting can be. Returns whether it is one. */
  save: (text: string) => boolean;
  error: string;
  className: string | undefined;
  placeholder?: string;
  inputMode?: 'numeric';
  unit?: string;
}

function DraftField({ stored, save, error, label, describedBy, isDisabled, unit, ...rest }: FieldProps) {
  const id = useId();
  const { text, isRefused, change, commit, onKeyDown } = useDraft(stored, save);
  const { className, placeholder, inputMode } = rest;
  return (
    <div className={styles.field}>
      <div className={styles.measured}>
        <TextInput
          className={className}
          placeholder={placeholder}
          inputMode={inputMode}
          aria-label={label}
          aria-describedby={isRefused ? `${id} ${describedBy}` : describedBy}
          aria-invalid={isRefused}
          {...(isDisabled ? { 'aria-disabled': true, readOnly: true } : {})}
          value={text}
          onChange={({ target }) => change(target.value)}
          onBlur={commit}
          onKeyDown={onKeyDown}
        />
        {unit !== undefined && <span>{unit}</span>}
      </div>
      <div aria-live="polite">
        {isRefused && (
          <p className={styles.error} id={id}>
            <Icon of={CircleAlert} size={13} />
            {error}
          </p>
        )}
      </div>
    </div>
  );
}

/** A setting that is a line of text. */
export function TextControl({ setting, row, ...props }: ControlProps & { setting: TextName; row: TextSetting }) {
  const { t } = useMessages();
  const change = useChangeSetting();
  const save = (text: string) => {
    const value = text === '' && row.nullable ? null : text;
    if (!schema.shape[setting].safeParse(value).success) return false;
    change({ [setting]: value });
    return true;
  };
  return (
    <DraftField
      {...props}
      stored={useTopic('settings.state')[setting] ?? ''}
      save={save}
      error={t(`settings.error.${row.format}`)}
      className={styles.long}
      placeholder={row.placeholder}
    />
  );
}

/** A setting that is a whole number. */
export function NumberControl({ setting, row, ...props }: ControlProps & { setting: NumberName; row: NumberSetting }) {
  const { t } = useMessages();
  const change = useChangeSetting();
  const { min, max, unit } = row;
  const save = (text: string) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : null;
    if (!schema.shape[setting].safeParse(value).success) return false;
    change({ [setting]: value });
    return true;
  };
  return (
    <DraftField
      {...props}
      stored={String(useTopic('settings.state')[setting])}
      save={save}
      error={t('settings.error.number', { min, max })}
      className={styles.number}
      inputMode="numeric"
      {...(unit === undefined ? {} : { unit: t(`settings.unit.${unit}`) })}
    />
  );
}

interface Draft {
  readonly text: string;
  /** Whether the last attempt to save the text failed because of it. */
  readonly isRefused: boolean;
  readonly change: (text: string) => void;
  /** Saves what was typed. */
  readonly commit: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * Returns the text of a field that is saved when it is left, or with Enter. Escape takes back what was typed. `save` returns whether the text
 * is valid; one that isn't stays in the field.
 */
function useDraft(stored: string, save: (text: string) => boolean): Draft {
  const [draft, setDraft] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  const take = (text: string | null, refused = false) => {
    setDraft(text);
    setRefused(refused);
  };
  const commit = () => {
    if (draft === null) return;
    if (draft.trim() === stored || save(draft.trim())) take(null);
    else take(draft, true);
  };
  return {
    text: draft ?? stored,
    isRefused,
    change: (text) => take(text),
    commit,
    onKeyDown: (event) => {
      const key = pressedKey(event);
      if (key === 'Enter') commit();
      if (key === 'Escape' && draft !== null) {
        event.stopPropagation();
        take(null);
      }
    },
  };
}
