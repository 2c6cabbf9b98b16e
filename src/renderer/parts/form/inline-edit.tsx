import { Check, Pencil, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { cx } from '#lib/class-names.ts';
import { errorText } from '#lib/errors/error-text.ts';
import { pressedKey } from '#lib/keyboard/pressed-key.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import styles from './inline-edit.module.css';
import { LeaveGuard } from './leave-guard';

interface InlineEditProps {
  /** What the value is, for screen readers. */
  label: string;
  value: string;
  /** Shown where the value is empty. */
  placeholder?: string;
  /** Keeps the editor open with the error when it throws. */
  onSave: (value: string) => Promise<void>;
  maxLength?: number;
  /** Why an empty value can't be saved, where it can't. */
  missing?: string;
  /** Why it cannot be changed now. */
  disabledReason?: string | undefined;
  /** The parameters of the URL's query that name what it belongs to, if the screen shows one of several. */
  parameters?: readonly string[];
}

/** A value with a pencil: Enter saves, Escape cancels. The window asks before a changed one is left. */
export function InlineEdit(props: InlineEditProps) {
  const { label, value, placeholder = '', onSave, disabledReason } = props;
  const { t } = useMessages();
  const [editing, setEditing] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !editing) pencil.current?.focus();
    wasEditing.current = editing;
  }, [editing]);
  const save = async (draft: string) => {
    if (draft !== value) await onSave(draft);
  };
  if (editing) return <Editor {...props} onSave={save} onClose={() => setEditing(false)} />;
  return (
    <span className={styles.shown}>
      <span className={cx(styles.value, value === '' && styles.placeholder)}>{value === '' ? placeholder : value}</span>
      <IconButton
        ref={pencil}
        size="sm"
        label={t('ui.edit', { label })}
        icon={Pencil}
        disabledReason={disabledReason}
        onClick={() => setEditing(true)}
      />
    </span>
  );
}

function Editor(props: InlineEditProps & { onClose: () => void }) {
  const { label, value, placeholder, onSave, onClose, maxLength, missing, parameters } = props;
  const messages = useMessages();
  const { t } = messages;
  const [started] = useState(value);
  const [draft, setDraft] = useState(value);
  const [isMissing, setMissing] = useState(false);
  const errorId = useId();
  const input = useRef<HTMLInputElement>(null);
  const saving = useAction(onSave, { onDone: onClose, onFailure: () => input.current?.focus(), toastsLate: true });
  const { isPending, failure } = saving;
  useEffect(() => input.current?.select(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = draft.trim();
    const isEmpty = missing !== undefined && wanted === '';
    setMissing(isEmpty);
    if (!isEmpty) void saving.run(wanted);
  };
  const press = (event: KeyboardEvent) => {
    if (pressedKey(event) !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  return (
    <form onSubmit={submit} onKeyDown={press}>
      <div className={styles.editor}>
        <TextInput
          ref={input}
          aria-label={label}
          aria-invalid={isMissing || failure !== null}
          aria-describedby={errorId}
          placeholder={placeholder}
          value={draft}
          maxLength={maxLength}
          readOnly={isPending}
          onChange={(event) => setDraft(event.target.value)}
        />
        <IconButton type="submit" size="sm" label={t('ui.save')} icon={Check} aria-busy={isPending} />
        <IconButton size="sm" label={t('ui.cancel')} icon={X} onClick={onClose} />
      </div>
      <p id={errorId} className={styles.error} aria-live="polite">
        {isMissing ? missing : failure !== null && errorText(messages, failure).title}
      </p>
      <LeaveGuard when={draft !== started && draft.trim() !== value} isSaving={isPending} parameters={parameters} />
    </form>
  );
}
