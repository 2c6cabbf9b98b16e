import { type ClipboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { cx } from '#lib/class-names.ts';
import { type CodeAlphabet, codeLength, pastedCode, typedCode } from '#lib/rules/one-time-code.ts';
import styles from './code-field.module.css';
import { Field } from './field';

interface CodeFieldProps {
  label: string;
  alphabet: CodeAlphabet;
  value: string;
  /** How often a code was refused: each time the boxes shake, where motion is welcome. */
  refusals: number;
  error?: string | undefined;
  help?: ReactNode;
  busy?: boolean;
  onValueChange: (value: string) => void;
  /** Called as soon as the sixth character is there. */
  onComplete: (code: string) => void;
  /** Hears pasted text that is no code. */
  onOtherPaste?: ((text: string) => void) | undefined;
}

const places = Array.from({ length: codeLength }, (_, place) => place);

/** Six characters in six boxes: one field to the keyboard, to password managers and to screen readers. */
export function CodeField(props: CodeFieldProps) {
  const { label, alphabet, value, refusals, error, help, busy = false, onValueChange, onComplete, onOtherPaste } = props;
  const input = useRef<HTMLInputElement>(null);
  /** What an input method writes, before it is final: changing it would end the composition. */
  const [composed, setComposed] = useState<string | null>(null);
  useEffect(() => input.current?.focus(), []);
  const take = (code: string) => {
    if (busy) return;
    onValueChange(code);
    if (code.length === codeLength) onComplete(code);
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    const text = event.clipboardData.getData('text');
    const code = pastedCode(text, alphabet);
    if (code === null) onOtherPaste?.(text);
    else take(code);
  };
  return (
    <Field label={label} error={error} help={help}>
      {(control) => (
        <div className={styles.code}>
          <input
            {...control}
            ref={input}
            className={styles.input}
            inputMode={alphabet === 'digits' ? 'numeric' : 'text'}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            dir="ltr"
            value={composed ?? value}
            aria-busy={busy}
            onCompositionStart={() => setComposed(value)}
            onCompositionEnd={(event) => {
              setComposed(null);
              take(typedCode(event.currentTarget.value, alphabet));
            }}
            onChange={({ target }) => (composed === null ? take(typedCode(target.value, alphabet)) : setComposed(target.value))}
            onPaste={paste}
          />
          <span key={refusals} className={cx(styles.boxes, refusals > 0 && styles.refused)} aria-hidden="true" dir="ltr">
            {places.map((place) => (
              <span key={place} className={cx(styles.box, place === Math.min(value.length, codeLength - 1) && styles.next)}>
                {value[place]}
              </span>
            ))}
          </span>
        </div>
      )}
    </Field>
  );
}
