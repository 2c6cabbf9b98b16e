import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { SearchInput } from './search-input';

const typingPause = 250;

type DelayedSearchInputProps = ComponentProps<typeof SearchInput>;

/** A list's filter that takes effect once typing pauses. */
export function DelayedSearchInput({ value, onValueChange, ...rest }: DelayedSearchInputProps) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
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
  return <SearchInput {...rest} value={typed} onValueChange={setTyped} />;
}
