/**
 * Holds what is typed while a dialog opens, and delivers it to the dialog's first field. Without it, the text would be lost, or act on the page
 * behind: a dialog may wait for its code, or for a menu to close.
 */
import { isMac } from '../use-shortcut';
import { dialogAround } from './open-dialog';
import { pressedKey } from './pressed-key';
import { createReadingTime, type ReadingTime } from './reading-time';

/** Keys that are pressed while a dialog is opening. */
interface Press {
  readonly key: string;
  readonly isComposing: boolean;
  readonly keyCode: number;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  getModifierState(name: 'AltGraph'): boolean;
}

/**
 * What happens to a key that is pressed while a dialog is opening: it is kept for the dialog's first field, it is dropped together with all
 * that follow it, or it passes as it always does.
 */
type Handling = 'keep' | 'drop' | 'pass';

const modifiers = /^(Shift|Control|Alt|AltGraph|Meta|CapsLock|NumLock|Fn)$/;
const functionKey = /^F\d+$/;

/**
 * Returns what happens to a key. Only text, its correction, and Escape are kept: Enter, Tab, or an arrow would act on what the user hasn't seen.
 */
export function handlingOf(press: Press, onMac = isMac): Handling {
  const key = pressedKey(press);
  if (key === 'Enter') return 'drop';
  const isCommand = !press.getModifierState('AltGraph') && (press.ctrlKey || press.metaKey || (press.altKey && !onMac));
  if (key === '' || isCommand || modifiers.test(key) || functionKey.test(key)) return 'pass';
  return [...key].length === 1 || key === 'Backspace' || key === 'Escape' ? 'keep' : 'drop';
}

/** Maximum time (ms) for which keys are held: a dialog whose code doesn't load must not block the keyboard. */
const maxMillis = 5_000;

const holds = new Set<object>();
let kept: string[] = [];
let isCut = false;
/** Whether held keys are being typed, which the user pressed before the dialog was there. */
let isDelivering = false;
let reading: ReadingTime<Node> | null = null;

function forget(): void {
  holds.clear();
  kept = [];
  isCut = false;
}

/** Starts to hold keys, for one dialog that is expected. Returns what ends it. Another hold that starts in the same task inherits the keys. */
export function holdKeys(): () => void {
  const hold = {};
  holds.add(hold);
  const timer = setTimeout(() => end(), maxMillis);
  const end = () => {
    clearTimeout(timer);
    if (!holds.delete(hold)) return;
    queueMicrotask(() => {
      if (holds.size === 0) forget();
    });
  };
  return end;
}

/** Whether keys are held now. */
export function isHoldingKeys(): boolean {
  return holds.size > 0;
}

/** Types what was held into the field of a dialog that has the focus, if one has. Until the dialog is painted, it can't be confirmed. */
export function deliverKeys(dialog: HTMLElement): void {
  const keys = kept;
  forget();
  reading?.start(dialog, dialog.role === 'alertdialog');
  requestAnimationFrame(() => setTimeout(() => reading?.paint()));
  // Not while React renders, which would put back what a field contained.
  queueMicrotask(() => {
    isDelivering = true;
    for (const key of keys) typeInto(dialog, key);
    isDelivering = false;
  });
}

function typeInto(dialog: HTMLElement, key: string): void {
  const field = document.activeElement;
  if (field === null || !dialog.contains(field)) return;
  if (key === 'Escape') field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  else if (takesText(field)) document.execCommand(key === 'Backspace' ? 'delete' : 'insertText', false, key);
}

function takesText(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !/^(button|checkbox|color|file|image|radio|range|reset|submit)$/.test(target.type);
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable);
}

/** Whether a key would press what has the focus, or submit its form. */
function confirms({ key, target }: KeyboardEvent): boolean {
  if (key === ' ') return !takesText(target);
  return key === 'Enter' && !(target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable));
}

function hold(event: KeyboardEvent): void {
  const handling = handlingOf(event);
  if (handling === 'keep' && event.key === 'Escape') {
    // Closes the dialog whatever was pressed before, also what can't be delivered.
    kept = [event.key];
    isCut = true;
  } else if (handling === 'keep' && !isCut) kept.push(event.key);
  else if (handling === 'drop') isCut = true;
  if (handling !== 'pass') swallow(event);
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * Enables holding keys. Call it before anything else listens to keys, except for `guardComposition`. `now` returns milliseconds that never go
 * back, by which a dialog takes no key at first, and events have their time.
 */
export function guardOpening(page: Window, now: () => number): void {
  reading = createReadingTime(now);
  page.addEventListener(
    'keydown',
    (event) => {
      if (holds.size > 0) hold(event);
      // A key that was pressed for what opened the dialog repeats while it is held down.
      else if (confirms(event) && ((event.repeat && dialogAround(event.target) !== null) || isTooEarly(event))) swallow(event);
    },
    true,
  );
  page.addEventListener(
    'paste',
    (event) => {
      if (holds.size === 0) return;
      if (!isCut) kept.push(event.clipboardData?.getData('text/plain') ?? '');
      swallow(event);
    },
    true,
  );
  // Who uses the mouse isn't waiting for the dialog.
  page.addEventListener('pointerdown', forget, true);
  page.addEventListener(
    'input',
    ({ target }) => {
      if (!isDelivering && target instanceof Node) reading?.type(target);
    },
    true,
  );
}

/** Whether a click continues a double click that started, at that time of events, before the dialog was there that it is in. */
export function isEarlyClick(target: EventTarget | null, startedAtMillis: number): boolean {
  return target instanceof Node && reading?.refusesClick(target, startedAtMillis) === true;
}

function isTooEarly({ target, timeStamp }: Event): boolean {
  return target instanceof Node && reading?.refuses(target, timeStamp) === true;
}
