import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type FocusPlace, focusPlaceOf } from '../../lib/focus/focus-place';
import { pressedKey } from '../../lib/keyboard/pressed-key';
import { useMessages } from '../../lib/use-messages';
import { useFindBar } from '../../stores/window/find-bar';
import { IconButton } from '../../ui/inputs/icon-button';
import styles from './find-bar.module.css';
import { maxMatches } from './page-matches';
import { usePageMatches } from './use-page-matches';

/** Finds a text in the page: Enter goes to the next match, Shift+Enter to the previous one, Escape closes it. */
export function FindBar() {
  const { t } = useMessages();
  const close = useFindBar((state) => state.close);
  const bar = useRef<HTMLElement>(null);
  const input = useFocusOnRequest();
  const [text, setText] = useState('');
  const { count, current, step } = usePageMatches(text, bar);
  const press = (event: KeyboardEvent) => {
    const key = pressedKey(event);
    if (key !== 'Enter' && key !== 'Escape') return;
    event.stopPropagation();
    if (key === 'Escape') close();
    else if (event.target === input.current) step(event.shiftKey ? -1 : 1);
  };
  const lack = count === 0 ? t(text.trim() === '' ? 'shell.find.empty' : 'shell.find.none') : undefined;
  const found = count === 0 ? t('shell.find.none') : t('shell.find.count', { current, count: count === maxMatches ? `${count}+` : count });
  return (
    <search ref={bar} className={styles.bar} aria-label={t('shell.command.find')} onKeyDown={press}>
      <input
        ref={input}
        type="text"
        autoComplete="off"
        spellCheck={false}
        className={styles.input}
        aria-label={t('shell.find.label')}
        placeholder={t('shell.find.label')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <span role="status" className={styles.count}>
        {text.trim() !== '' && found}
      </span>
      <IconButton size="sm" icon={ChevronUp} label={t('shell.find.previous')} disabledReason={lack} onClick={() => step(-1)} />
      <IconButton size="sm" icon={ChevronDown} label={t('shell.find.next')} disabledReason={lack} onClick={() => step(1)} />
      <IconButton size="sm" icon={X} label={t('ui.close')} onClick={close} />
    </search>
  );
}

/** Puts the focus into the field at each request to open the bar, and back to where it was when the bar closes. */
function useFocusOnRequest() {
  const input = useRef<HTMLInputElement>(null);
  const requests = useFindBar((state) => state.requests);
  const before = useRef<FocusPlace | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request counts, also an equal one
  useEffect(() => {
    before.current ??= focusPlaceOf(document.activeElement);
    input.current?.select();
  }, [requests]);
  useEffect(() => () => void before.current?.(), []);
  return input;
}
