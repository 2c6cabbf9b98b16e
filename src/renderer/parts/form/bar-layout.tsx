import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { ErrorReport } from '#contract/errors.ts';
import { cx } from '#lib/class-names.ts';
import { formatNames } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import styles from './bar-layout.module.css';
import { FormFailure } from './form-failure';

interface BarLayoutProps {
  /** Whether there is something to say or to do. The bar stays in the page for its announcements. */
  isShown?: boolean;
  failure: ErrorReport | null;
  children: ReactNode;
  buttons: ReactNode;
}

/** The bar at the end of a screen with unsaved changes: why saving failed, what would be saved, and the buttons. */
export function BarLayout({ isShown = true, failure, children, buttons }: BarLayoutProps) {
  const bar = useRef<HTMLElement>(null);
  // Messages are shown above the bar, so that they never cover its buttons.
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const element = bar.current;
    if (element === null) return;
    const sizes = new ResizeObserver(() => style.setProperty('--save-bar', `${element.offsetHeight}px`));
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      style.removeProperty('--save-bar');
    };
  }, []);
  return (
    <footer ref={bar} className={cx(styles.bar, isShown && styles.shown)}>
      {failure !== null && <FormFailure report={failure} />}
      <div className={styles.line}>
        <div className={styles.words}>{children}</div>
        {isShown && <div className={styles.buttons}>{buttons}</div>}
      </div>
    </footer>
  );
}

/** The names of what has unsaved changes, announced when they change. `undefined`: nothing has. */
export function UnsavedNames({ names }: { names: readonly string[] | undefined }) {
  const { t, locale } = useMessages();
  const quoted = names?.map((name) => t('form.changes.name', { name })) ?? [];
  return (
    <p role="status" className={styles.changes}>
      {names !== undefined && (
        <>
          <span className={styles.dot} aria-hidden="true" />
          <span className={styles.names}>{t('form.changes', { count: names.length, names: formatNames(quoted, locale) })}</span>
        </>
      )}
    </p>
  );
}

/** A remark beside them. */
export function BarNote({ children }: { children: ReactNode }) {
  return <p className={styles.note}>{children}</p>;
}
