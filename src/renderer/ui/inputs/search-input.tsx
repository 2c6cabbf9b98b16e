import { Search, X } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { cx } from '#lib/class-names.ts';
import { pressedKey } from '#lib/keyboard/pressed-key.ts';
import { enterResults, enterResultsWhenThere } from '#lib/keyboard/search-results.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useShortcut } from '#lib/use-shortcut.ts';
import { Icon } from '../data/icon';
import { Kbd } from '../data/kbd';
import { IconButton } from './icon-button';
import styles from './input.module.css';

interface SearchInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  /** Whether `/` goes there; not for the filter of a part of a screen. */
  hasShortcut?: boolean;
  /** What was found, before the button that clears. The list says it to screen readers. */
  note?: ReactNode;
  /** Goes to the results by a key, where they don't follow at once. */
  onEnterResults?: (key: 'ArrowDown' | 'Enter', field: HTMLInputElement) => void;
}

/** A list's filter: `/` goes there, Escape clears it, ArrowDown and Enter go to the results, and Enter opens the only one. */
export function SearchInput(props: SearchInputProps) {
  const {
    label,
    placeholder = label,
    value,
    onValueChange,
    hasShortcut = true,
    className,
    note,
    onKeyDown,
    onEnterResults,
    ...rest
  } = props;
  const { t } = useMessages();
  const input = useRef<HTMLInputElement>(null);
  useShortcut({ key: '/' }, () => hasShortcut && input.current?.select());
  const clear = () => {
    onValueChange('');
    input.current?.focus();
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const key = pressedKey(event);
    if (key === 'Escape' && value !== '') {
      event.stopPropagation();
      clear();
    }
    if ((key === 'ArrowDown' || key === 'Enter') && !event.ctrlKey && !event.metaKey && !event.altKey) {
      // Enter would also submit the form that the search is in.
      event.preventDefault();
      if (onEnterResults === undefined) enterResults(event.currentTarget, key);
      else onEnterResults(key, event.currentTarget);
    }
    onKeyDown?.(event);
  };
  return (
    <div className={cx(styles.frame, className)}>
      <Icon of={Search} size={14} />
      <span className={styles.room} data-text={placeholder}>
        <input
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          {...rest}
          ref={input}
          type="search"
          aria-label={label}
          {...(hasShortcut ? { 'aria-keyshortcuts': '/' } : {})}
          className={styles.bare}
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
          onKeyDown={press}
        />
      </span>
      {note !== undefined && (
        <span aria-hidden="true" className={styles.note}>
          {note}
        </span>
      )}
      <span className={styles.end}>
        {value === '' ? hasShortcut && <Kbd>/</Kbd> : <IconButton size="sm" label={t('ui.clear')} icon={X} onClick={clear} />}
      </span>
    </div>
  );
}

const typingPause = 250;

interface DelayedSearchInputProps extends SearchInputProps {
  /** Receives what is in the field at each key, for results that need no pause. */
  onTyped?: (text: string) => void;
}

/** A list's filter that takes effect once typing pauses. Its value may follow later than further keys. */
export function DelayedSearchInput({ value, onValueChange, onTyped, ...rest }: DelayedSearchInputProps) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  /** What was sent and hasn't come back yet. A place is drawn with a lower priority than a key, so that its text may be an earlier one. */
  const awaited = useRef<readonly string[]>([]);
  const send = useCallback(
    (text: string) => {
      sent.current = text;
      awaited.current = [...awaited.current, text];
      onValueChange(text);
    },
    [onValueChange],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is in the field matters
  useEffect(() => onTyped?.(typed.trim()), [typed]);
  // The value may change by other means: back, a palette entry, "clear the filter".
  useEffect(() => {
    const own = awaited.current.indexOf(value);
    awaited.current = own === -1 ? [] : awaited.current.slice(own + 1);
    if (own !== -1) return;
    if (value !== sent.current) setTyped(value);
    sent.current = value;
  }, [value]);
  useEffect(() => {
    if (typed.trim() === sent.current) return;
    const timer = setTimeout(() => send(typed.trim()), typingPause);
    return () => clearTimeout(timer);
  }, [typed, send]);
  /** Which key goes to the results once they are there. */
  const going = useRef<{ readonly key: 'ArrowDown' | 'Enter'; readonly field: HTMLInputElement } | null>(null);
  useEffect(() => {
    if (going.current === null || value !== sent.current) return;
    enterResultsWhenThere(going.current.field, going.current.key);
    going.current = null;
  }, [value]);
  const enter = (key: 'ArrowDown' | 'Enter', field: HTMLInputElement) => {
    const wanted = typed.trim();
    if (wanted === sent.current) return enterResultsWhenThere(field, key);
    going.current = { key, field };
    send(wanted);
  };
  return <SearchInput {...rest} value={typed} onValueChange={setTyped} onEnterResults={enter} />;
}
