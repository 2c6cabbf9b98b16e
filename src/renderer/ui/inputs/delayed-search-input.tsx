import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { enterResultsWhenThere } from '#lib/keyboard/search-results.ts';
import { SearchInput } from './search-input';

const typingPause = 250;

interface DelayedSearchInputProps extends ComponentProps<typeof SearchInput> {
  /** Receives what is in the field at each key, for results that need no pause. */
  onTyped?: (text: string) => void;
}

/** A list's filter that takes effect once typing pauses. */
export function DelayedSearchInput({ value, onValueChange, onTyped, ...rest }: DelayedSearchInputProps) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is in the field matters
  useEffect(() => onTyped?.(typed.trim()), [typed]);
  // The value may change by other means: back, a palette entry, "clear the filter".
  useEffect(() => {
    if (value !== sent.current) setTyped(value);
    sent.current = value;
  }, [value]);
  useEffect(() => {
    if (typed.trim() === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = typed.trim();
      onValueChange(typed.trim());
    }, typingPause);
    return () => clearTimeout(timer);
  }, [typed, onValueChange]);
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
    sent.current = wanted;
    onValueChange(wanted);
  };
  return <SearchInput {...rest} value={typed} onValueChange={setTyped} onEnterResults={enter} />;
}
