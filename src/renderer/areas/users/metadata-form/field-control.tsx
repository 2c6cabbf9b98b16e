import { X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { cx } from '#lib/class-names.ts';
import { pressedKey } from '#lib/keyboard/pressed-key.ts';
import { useMessages } from '#lib/use-messages.ts';
import { isSameJson } from '#parts/conflict/json-changes.ts';
import { Icon } from '#ui/data/icon.tsx';
import chips from '#ui/inputs/chips.module.css';
import { Select } from '#ui/inputs/select.tsx';
import { Switch } from '#ui/inputs/switch.tsx';
import { TextArea, TextInput } from '#ui/inputs/text-input.tsx';
import { fieldName } from './field-texts';
import { fitsControl, typedJson, typedNumber } from './field-value';
import type { FormField } from './form-fields';
import styles from './metadata-form.module.css';

/** What ties a control to its row. */
interface ControlProps {
  id: string;
  'aria-describedby': string;
  'aria-invalid': boolean;
  'aria-required': boolean;
}

interface FieldControlProps {
  field: FormField;
  control: ControlProps;
  value: JsonValue | undefined;
  /** Its text while that isn't JSON, where the value is edited as JSON. */
  brokenText: string | undefined;
  isReadOnly: boolean;
  /** Undefined for no value. */
  onChange: (value: JsonValue | undefined) => void;
  onBroken: (text: string | undefined) => void;
}

/** The control for a field's kind. A value that it can't show is edited as JSON. */
export function FieldControl(props: FieldControlProps) {
  const { field, control, value, isReadOnly, onChange } = props;
  if (!fitsControl(field, value)) return <JsonInput {...props} />;
  if (field.kind === 'choice') return <ChoiceInput {...props} choices={field.choices} />;
  if (field.kind === 'switch') return <SwitchInput {...props} />;
  if (field.kind === 'number') return <NumberInput {...props} />;
  if (field.kind === 'list') return <ListInput {...props} />;
  const shown = typeof value === 'string' ? value : '';
  const isCode = field.kind === 'text' && field.limits.format !== undefined;
  return (
    <TextInput
      {...control}
      {...(field.kind === 'date' ? { type: 'date', max: '9999-12-31' } : { dir: isCode ? 'ltr' : 'auto' })}
      readOnly={isReadOnly}
      value={shown}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    />
  );
}

/** Keeps the text as it is typed, as long as it is the value: "1.50" is 1.5. */
function NumberInput({ control, value, isReadOnly, onChange }: FieldControlProps) {
  const [typed, setTyped] = useState('');
  const text = (typedNumber(typed) ?? null) === (value ?? null) ? typed : String(value ?? '');
  return (
    <TextInput
      {...control}
      dir="ltr"
      inputMode="decimal"
      readOnly={isReadOnly}
      value={text}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(typedNumber(target.value));
      }}
    />
  );
}

function ChoiceInput({ field, control, value, isReadOnly, onChange, choices }: FieldControlProps & { choices: readonly ChoiceOption[] }) {
  const { t } = useMessages();
  const at = choices.findIndex((choice) => choice.value === value);
  const isOther = value !== undefined && at === -1;
  // A required field keeps its empty choice until something is chosen.
  const hasNone = !field.isRequired || value === undefined;
  return (
    <Select
      {...control}
      disabled={isReadOnly}
      value={isOther ? 'other' : value === undefined ? '' : String(at)}
      onChange={({ target }) => onChange(target.value === '' ? undefined : choices[Number(target.value)]?.value)}
    >
      {hasNone && <option value="">{t('users.form.not-set')}</option>}
      {choices.map(({ label }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the choices are those of the schema, in its order
        <option key={index} value={String(index)}>
          {label}
        </option>
      ))}
      {isOther && (
        <option value="other" disabled>
          {String(value)}
        </option>
      )}
    </Select>
  );
}

type ChoiceOption = Extract<FormField, { kind: 'choice' }>['choices'][number];

function SwitchInput({ field, control, value, isReadOnly, onChange }: FieldControlProps) {
  const { t } = useMessages();
  const { 'aria-invalid': _invalid, ...rest } = control;
  const isSet = typeof value === 'boolean';
  return (
    <span className={styles.switch}>
      <Switch
        {...rest}
        aria-label={fieldName(field)}
        checked={value === true}
        {...(isReadOnly ? { 'aria-disabled': true } : {})}
        onCheckedChange={(next) => isReadOnly || onChange(next)}
      />
      <span className={styles.quiet}>{t(isSet ? (value ? 'users.form.yes' : 'users.form.no') : 'users.form.not-set')}</span>
    </span>
  );
}

/** A list of texts: Enter or a comma adds one, Backspace in an empty field takes the last one back. */
function ListInput({ field, control, value, isReadOnly, onChange }: FieldControlProps) {
  const { t } = useMessages();
  const [draft, setDraft] = useState('');
  const items = Array.isArray(value) ? value.map(String) : [];
  const set = (next: readonly string[]) => onChange(next.length === 0 ? undefined : [...next]);
  const add = () => {
    setDraft('');
    set([...items, draft.trim()]);
  };
  const press = (event: KeyboardEvent) => {
    const key = pressedKey(event);
    if ((key === 'Enter' || key === ',') && draft.trim() !== '' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      add();
    }
    const last = items.at(-1);
    if (key !== 'Backspace' || draft !== '' || last === undefined || isReadOnly) return;
    event.preventDefault();
    set(items.slice(0, -1));
    setDraft(last);
  };
  return (
    <div className={chips.frame}>
      {items.length > 0 && (
        <ul className={chips.chips} aria-label={fieldName(field)}>
          {items.map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: texts may be there twice, and the items are never reordered
            <li key={at} className={chips.chip}>
              <bdi className={chips.text} title={item}>
                {item}
              </bdi>
              {!isReadOnly && (
                <button
                  type="button"
                  className={chips.remove}
                  aria-label={t('users.form.list.remove', { item })}
                  onClick={() => set(items.filter((_item, index) => index !== at))}
                >
                  <Icon of={X} size={12} />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <input
        {...control}
        type="text"
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        className={chips.input}
        readOnly={isReadOnly}
        placeholder={t('users.form.list.add')}
        value={draft}
        onChange={({ target }) => setDraft(target.value)}
        onKeyDown={press}
        onBlur={() => draft.trim() !== '' && add()}
      />
    </div>
  );
}

/** Any value as JSON. A text that isn't JSON is kept beside the value until it is. */
function JsonInput({ control, value, brokenText, isReadOnly, onChange, onBroken }: FieldControlProps) {
  const [typed, setTyped] = useState('');
  const parsed = typedJson(typed);
  const isTyped =
    parsed.isValid && (parsed.value === undefined ? value === undefined : value !== undefined && isSameJson(parsed.value, value));
  const text = brokenText ?? (isTyped ? typed : value === undefined ? '' : JSON.stringify(value, null, 2));
  const change = (next: string) => {
    const { value: read, isValid } = typedJson(next);
    setTyped(next);
    onBroken(isValid ? undefined : next);
    if (isValid) onChange(read);
  };
  return (
    <TextArea
      {...control}
      dir="ltr"
      rows={Math.min(8, Math.max(2, text.split('\n').length))}
      className={cx(styles.json)}
      readOnly={isReadOnly}
      value={text}
      onChange={({ target }) => change(target.value)}
    />
  );
}
