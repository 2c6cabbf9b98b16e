import { type ComponentProps, useRef } from 'react';
import { narrowText } from '#contract/text/machine-text.ts';
import { cx } from '#lib/class-names.ts';
import styles from './input.module.css';

/** One line of text. One that reads from left to right in every language is a code, a number, or an address, and gets narrow characters. */
export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  const { dir, inputMode, type } = rest;
  const narrow = useNarrowInput(rest);
  const isForPrograms = dir === 'ltr' || type === 'email' || inputMode === 'email' || inputMode === 'url' || inputMode === 'numeric';
  const handlers = isForPrograms ? narrow : {};
  return <input type="text" autoComplete="off" spellCheck={false} {...rest} {...handlers} className={cx(styles.input, className)} />;
}

type Handlers = Pick<ComponentProps<'input'>, 'onChange' | 'onCompositionStart' | 'onCompositionEnd'>;

/**
 * Returns the handlers of a field for a code, number, or address, which turns what an input method writes in full width into what it represents.
 * While a word is composed, its text stays as it is: changing it would end the composition.
 */
function useNarrowInput({ onChange, onCompositionStart, onCompositionEnd }: Handlers): Handlers {
  const composes = useRef(false);
  return {
    onCompositionStart: (event) => {
      composes.current = true;
      onCompositionStart?.(event);
    },
    onCompositionEnd: (event) => {
      composes.current = false;
      onCompositionEnd?.(event);
      replaceText(event.currentTarget);
    },
    onChange: (event) => {
      const narrow = narrowText(event.target.value);
      if (!composes.current && narrow !== event.target.value) event.target.value = narrow;
      onChange?.(event);
    },
  };
}

/** Changes the text of a field as the user would. React hears only of values that aren't set through its own property. */
function replaceText(field: HTMLInputElement): void {
  const narrow = narrowText(field.value);
  if (narrow === field.value) return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, narrow);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Several lines of text. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={4} spellCheck={false} {...rest} className={cx(styles.input, className)} />;
}
