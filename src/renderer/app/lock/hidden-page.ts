/** Takes everything that is shown out of the document while the app is locked, and keeps it as it is. */
import { pressedKey } from '#lib/keyboard/pressed-key.ts';

export interface LockLayer {
  /** The element in which the lock screen is rendered. */
  readonly place: HTMLElement;
  /** Takes the rest of the page out of the document. Does nothing if it is out already. */
  hide(): void;
  /** Puts the page back, with its title and its focus. */
  show(): void;
}

/** What Escape is for the lock screen, which doesn't receive the key itself. */
export const escapeEvent = 'lock-screen-escape';

/** Events that parts of the page would hear at the document, such as a dialog that closes after a click outside of it. */
const kept = ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click', 'focusin', 'focusout', 'keydown', 'keyup', 'wheel', 'touchmove'];

/** Creates the layer. It is in the document only while the page is hidden. */
export function createLockLayer(): LockLayer {
  const shield = document.createElement('div');
  const place = document.createElement('div');
  shield.append(place);
  // A modal dialog turns off the pointer for the body.
  shield.style.pointerEvents = 'auto';
  for (const name of kept) shield.addEventListener(name, (event) => event.stopPropagation());
  let page: { readonly parts: readonly Element[]; readonly title: string; readonly focused: Element | null } | null = null;

  /** Keys outside of the lock screen do nothing. Parts of the page hear Escape before anything else does. */
  const keepKeys = (event: KeyboardEvent) => {
    const isInside = event.target instanceof Node && shield.contains(event.target);
    const isEscape = pressedKey(event) === 'Escape';
    if (!isInside || isEscape) event.stopImmediatePropagation();
    if (isEscape) window.dispatchEvent(new Event(escapeEvent));
  };

  return {
    place,
    hide() {
      if (page !== null) return;
      const parts = [...document.body.children].filter((part) => part !== shield && !(part instanceof HTMLScriptElement));
      page = { parts, title: document.title, focused: document.activeElement };
      for (const part of parts) part.remove();
      document.title = 'Latchkey';
      document.body.append(shield);
      window.addEventListener('keydown', keepKeys, true);
    },
    show() {
      if (page === null) return;
      const { parts, title, focused } = page;
      page = null;
      window.removeEventListener('keydown', keepKeys, true);
      shield.remove();
      document.body.append(...parts);
      document.title = title;
      if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    },
  };
}
