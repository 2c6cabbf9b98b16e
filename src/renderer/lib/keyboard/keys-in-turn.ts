/**
 * Gives keys to menus, tabs, and radio buttons one at a time. Radix moves their focus in a task after the key, so that what is pressed before it,
 * which happens in a busy window, would act on the item that had the focus: Enter would choose another command of a menu.
 */
import { isHoldingKeys } from './held-keys';
import { pressedKey } from './pressed-key';

const menu = '[data-radix-menu-content]';
/** A menu has the focus until its first item has it. */
const itemOrMenu = `[data-radix-collection-item], ${menu}`;

const moving = /^(Arrow(Up|Down|Left|Right)|Home|End|PageUp|PageDown|Enter| )$/;

let isMoving = false;
let waiting: readonly KeyboardEvent[] = [];

/** Enables that keys wait for each other. Call it after `guardOpening`. */
export function guardTurns(page: Window): void {
  page.addEventListener(
    'keydown',
    (event) => {
      if (!movesFocus(event)) return;
      if (!isMoving) return startMoving();
      event.preventDefault();
      event.stopImmediatePropagation();
      waiting = [...waiting, event];
    },
    true,
  );
  page.addEventListener(
    'pointerdown',
    () => {
      waiting = [];
    },
    true,
  );
}

/** Whether a key is one for what moves the focus: in a menu, also text, which finds an item, and Escape. */
function movesFocus(event: KeyboardEvent): boolean {
  const { target, ctrlKey, altKey, metaKey } = event;
  if (ctrlKey || altKey || metaKey || !(target instanceof Element) || target.closest(itemOrMenu) === null) return false;
  const key = pressedKey(event);
  return moving.test(key) || (target.closest(menu) !== null && ([...key].length === 1 || key === 'Escape'));
}

function startMoving(): void {
  isMoving = true;
  // The first task is before the one in which Radix moves the focus, because this listens first.
  setTimeout(() => setTimeout(pressNext));
}

/** Presses what waits at the item that has the focus now, up to the next key that moves it. A dialog that it opens gets the rest. */
function pressNext(): void {
  isMoving = false;
  while (waiting[0] !== undefined && (!isMoving || isHoldingKeys())) {
    const target = document.activeElement;
    const [press, ...rest] = waiting;
    waiting = isHoldingKeys() || target?.closest(itemOrMenu) ? rest : [];
    target?.dispatchEvent(new KeyboardEvent('keydown', press));
  }
}
