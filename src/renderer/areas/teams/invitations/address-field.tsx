import { CircleAlert, X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { cx } from '#lib/class-names.ts';
import { pressedKey } from '#lib/keyboard/pressed-key.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '#ui/data/icon.tsx';
import styles from '#ui/inputs/chips.module.css';
import { Field } from '#ui/inputs/field.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { invalidFirst, isAddress } from './use-invite-form';

interface AddressFieldProps {
  addresses: readonly string[];
  /** Text that isn't an entry of the list yet. */
  draft: string;
  error: string | undefined;
  warning: string | undefined;
  disabled: boolean;
  help: string;
  /** Whether the field has the focus when it appears, unless the user has moved it in the meantime. */
  takesFocus: boolean;
  onDraft: (draft: string) => void;
  /** Adds the addresses in a text. */
  onAdd: (text: string) => void;
  onRemove: (address: string) => void;
}

/** A list of email addresses: typed or pasted, each to be removed or corrected. */
export function AddressField(props: AddressFieldProps) {
  const { draft, error, warning, disabled, help, takesFocus, onDraft, onAdd, onRemove } = props;
  const { t } = useMessages();
  const input = useRef<HTMLInputElement>(null);
  const wanted = useRef(takesFocus);
  useEffect(() => {
    if (wanted.current && document.activeElement?.contains(input.current)) input.current?.focus();
  }, []);
  const addresses = invalidFirst(props.addresses);
  const frame = useScrollToInvalid(addresses);
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const key = pressedKey(event);
    const isSeparator = key === ',' || key === ';' || key === ' ' || key === 'Enter';
    if (isSeparator && draft.trim() !== '' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      onAdd(draft);
    }
    const last = addresses.at(-1);
    if (key !== 'Backspace' || draft !== '' || last === undefined) return;
    event.preventDefault();
    onRemove(last);
    onDraft(last);
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text');
    if (!/[\s,;]/.test(text.trim())) return;
    event.preventDefault();
    onAdd(`${draft} ${text}`);
  };
  const remove = (address: string) => {
    onRemove(address);
    input.current?.focus();
  };
  return (
    <Field label={t('team.invite.emails')} help={help} error={error} warning={warning}>
      {(control) => (
        <div ref={frame} className={cx(styles.frame, disabled && styles.disabled)}>
          {addresses.length > 0 && (
            <ul className={styles.chips} aria-label={t('team.invite.list')}>
              {addresses.map((address) => (
                <Chip key={address} address={address} disabled={disabled} onRemove={() => remove(address)} />
              ))}
            </ul>
          )}
          <input
            {...control}
            ref={input}
            type="text"
            inputMode="email"
            autoComplete="off"
            spellCheck={false}
            className={styles.input}
            disabled={disabled}
            placeholder={addresses.length === 0 ? t('team.invite.placeholder') : undefined}
            value={draft}
            onChange={(event) => onDraft(event.target.value)}
            onKeyDown={press}
            onPaste={paste}
            onBlur={() => draft.trim() !== '' && onAdd(draft)}
          />
        </div>
      )}
    </Field>
  );
}

/** Scrolls to the start when another address has to be corrected: the field itself is at the end. */
function useScrollToInvalid(addresses: readonly string[]) {
  const frame = useRef<HTMLDivElement>(null);
  const count = addresses.filter((address) => !isAddress(address)).length;
  useEffect(() => {
    if (count > 0) frame.current?.scrollTo({ top: 0 });
  }, [count]);
  return frame;
}

function Chip({ address, disabled, onRemove }: { address: string; disabled: boolean; onRemove: () => void }) {
  const { t } = useMessages();
  const isValid = isAddress(address);
  return (
    <li className={cx(styles.chip, !isValid && styles.invalid)}>
      {!isValid && <Icon of={CircleAlert} size={12} />}
      <bdi className={styles.text} title={address}>
        {address}
      </bdi>
      {!isValid && <VisuallyHidden>{t('team.invite.not-valid')}</VisuallyHidden>}
      <button
        type="button"
        className={styles.remove}
        aria-label={t('team.invite.remove', { email: address })}
        disabled={disabled}
        onClick={onRemove}
      >
        <Icon of={X} size={12} />
      </button>
    </li>
  );
}
