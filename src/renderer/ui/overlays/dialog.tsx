import * as Radix from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { Environment } from '#contract/bridge/connection-choices.ts';
import { cx } from '#lib/class-names.ts';
import { deliverKeys, holdKeys } from '#lib/keyboard/held-keys.ts';
import { type ReturnFocus, rememberFocus } from '#lib/return-focus.ts';
import { useMessages } from '#lib/use-messages.ts';
import { colourOf, connectionColour } from '../data/colour';
import { IconButton } from '../inputs/icon-button';
import { TextBlock } from '../layout/text-block';
import { VisuallyHidden } from '../layout/visually-hidden';
import styles from './dialog.module.css';
import { ShownConnection } from './shown-connection';

/** Scrolls each alert that appears in an element into view, such as an error below the edge of a tall dialog. Returns what ends it. */
function showNewAlerts(within: HTMLElement): () => void {
  const observer = new MutationObserver((records) => {
    const added = records.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof HTMLElement);
    const alert = added.map(alertOf).find((found) => found !== null);
    alert?.scrollIntoView({ block: 'nearest' });
  });
  observer.observe(within, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function alertOf(element: HTMLElement): Element | null {
  return element.matches('[role="alert"]') ? element : element.querySelector('[role="alert"]');
}

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the main one last. A submit button of a form in the body refers to it with `form`. */
  footer?: ReactNode;
  width?: number;
  /** Puts the environment's colour on the dialog's edge. */
  environment?: Environment | undefined;
  /** For dialogs that are all content, such as the palette: the title is read, not shown. */
  bare?: boolean;
  /** For a question about something destructive: it is announced as such, and takes no key that confirms at first. */
  alert?: boolean;
  /** Called once the focus is back where it was before the dialog opened. */
  onClosed?: () => void;
}

/** A modal dialog: traps focus, closes with Escape, gives focus back. */
export function Dialog(props: DialogProps) {
  const {
    open,
    onOpenChange,
    title,
    description,
    children,
    footer,
    width = 440,
    environment,
    bare = false,
    alert = false,
    onClosed,
  } = props;
  const content = useRef<HTMLDivElement>(null);
  const focus = useDialogFocus(content, open, onClosed);
  const contentRef = useCallback((element: HTMLDivElement) => {
    content.current = element;
    const stop = showNewAlerts(element);
    return () => {
      content.current = null;
      stop();
    };
  }, []);
  const style = { '--dialog-width': `${width}px`, '--env': useEdgeColour(environment) } as CSSProperties;
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={cx(styles.overlay, bare && styles.high)}>
          <Radix.Content
            ref={contentRef}
            className={styles.content}
            {...(alert ? { role: 'alertdialog', 'aria-modal': true } : {})}
            style={style}
            data-environment={environment}
            onOpenAutoFocus={focus.onOpenAutoFocus}
            onCloseAutoFocus={focus.onCloseAutoFocus}
            {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          >
            {bare ? (
              <VisuallyHidden>
                <Radix.Title>{title}</Radix.Title>
              </VisuallyHidden>
            ) : (
              <DialogHead title={title} description={description} />
            )}
            {children !== undefined && <div className={bare ? undefined : styles.body}>{children}</div>}
            {footer !== undefined && <div className={styles.footer}>{footer}</div>}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Returns the color of the connection that is shown if it has this environment, else that of the environment. */
function useEdgeColour(environment: Environment | undefined): string | undefined {
  const shown = useContext(ShownConnection);
  if (environment === undefined) return undefined;
  return shown?.environment === environment ? connectionColour(shown) : colourOf({ environment });
}

/** Element that gets the focus when the last dialog closes. */
let lastFocus: ReturnFocus | null = null;

/** Remembers where to return the focus to: our dialogs open by state, not by a trigger, and what opened one may be gone when it closes. */
function useDialogFocus(content: RefObject<HTMLElement | null>, open: boolean, onClosed: (() => void) | undefined) {
  const before = useRef<ReturnFocus | null>(null);
  const hasFocus = useRef(false);
  // The focus comes later: only then is a dialog, menu, or field behind out of its way. It comes once, but this runs again after a part was loaded.
  useLayoutEffect(() => {
    if (!open) hasFocus.current = false;
    return open && !hasFocus.current ? holdKeys() : undefined;
  }, [open]);
  const [focusings, setFocusings] = useState(0);
  // Radix asks for the focus before it takes Escape from the dialog behind, which it does in the render that follows.
  useEffect(() => {
    if (focusings > 0 && content.current !== null) deliverKeys(content.current);
  }, [focusings, content]);
  return {
    onOpenAutoFocus: (event: Event) => {
      event.preventDefault();
      const own = rememberFocus(document.activeElement);
      // Of the dialog that this one replaces.
      const replaced = lastFocus;
      before.current = () => own() || (replaced?.() ?? false);
      lastFocus = before.current;
      focusFirst(content.current);
      hasFocus.current = true;
      // At once: keys that are pressed until then can't move the focus.
      queueMicrotask(() => flushSync(() => setFocusings((count) => count + 1)));
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      before.current?.();
      if (lastFocus === before.current) lastFocus = null;
      onClosed?.();
    },
  };
}

/**
 * Focuses the first field, else the dialog itself: Enter must not press a button that the user didn't choose. In a destructive question, a checkbox
 * gives way to the safe button: Enter would answer it.
 */
function focusFirst(content: HTMLElement | null): void {
  const first = content?.querySelector<HTMLElement>('[data-autofocus], input:not([type="hidden"]):enabled, select, textarea');
  const safe = first?.matches('[type="checkbox"]') ? content?.querySelector<HTMLElement>('button[data-autofocus]') : null;
  (safe ?? first ?? content)?.focus();
}

function DialogHead({ title, description }: { title: string; description: ReactNode }) {
  const { t } = useMessages();
  return (
    <div className={styles.head}>
      <div className={styles.titles}>
        <Radix.Title asChild>
          <h2>{title}</h2>
        </Radix.Title>
        {description !== undefined && (
          <Radix.Description asChild>
            <TextBlock className={styles.description}>{description}</TextBlock>
          </Radix.Description>
        )}
      </div>
      <Radix.Close asChild>
        <IconButton label={t('ui.close')} icon={X} className={styles.close} />
      </Radix.Close>
    </div>
  );
}
