/**
 * Conceals personal data in the page itself, wherever it was rendered: texts, and attributes that are shown or read aloud. React compares with
 * what it rendered last and not with the page, so that it isn't disturbed; observers run before the page is painted.
 */
import { concealed } from '#contract/conceal.ts';

/** Attributes that are shown or read aloud. */
const attributes = [
  ...['title', 'alt', 'placeholder', 'label', 'abbr'],
  ...['aria-label', 'aria-description', 'aria-valuetext', 'aria-placeholder', 'aria-roledescription', 'aria-braillelabel'],
];
/** Fields and editors, whose content is what the user edits. */
const fields = 'input, textarea, [contenteditable="true"]';
/** Everything within is personal. */
const personal = '[data-personal]';

interface Change {
  readonly real: string;
  readonly shown: string;
}

export interface ConcealedPage {
  /** Conceals everything again, because more values are known. */
  again(): void;
  /** Shows everything again. */
  stop(): void;
}

/** Hides a field from screen readers, unless it is hidden anyway, or shows it again. */
function hideFromReaders(field: HTMLElement, isHidden: boolean): void {
  const mark = 'data-concealed-from-readers';
  if (isHidden === field.hasAttribute(mark) || (isHidden && field.getAttribute('aria-hidden') === 'true')) return;
  field.toggleAttribute(mark, isHidden);
  if (isHidden) field.setAttribute('aria-hidden', 'true');
  else field.removeAttribute('aria-hidden');
}

/** Conceals what `conceal` replaces in a document, now and whenever it changes. */
export function concealPage(document: Document, conceal: (text: string) => string): ConcealedPage {
  const next = createReplacement(conceal);
  const { concealText, concealAttribute, forget, restore, size } = createConcealer(next);

  /**
   * A field shows its value while it has the focus: dots would make it useless. Screen readers get the value itself and not the dots that are
   * drawn, so that they get the field only then.
   */
  const concealFields = () => {
    for (const field of document.querySelectorAll<HTMLElement>(fields)) {
      const isInput = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
      const value = isInput ? field.value : (field.textContent ?? '');
      const isConcealed = next(value, field) !== value;
      field.toggleAttribute('data-concealed', isConcealed);
      if (isInput) hideFromReaders(field, isConcealed && document.activeElement !== field);
    }
  };

  const concealWithin = (root: Node) => {
    if (root instanceof Text) return concealText(root);
    if (!(root instanceof Element)) return;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node: Node | null = root; node !== null; node = walker.nextNode()) {
      if (node instanceof Text) concealText(node);
      else if (node instanceof Element) for (const name of attributes) if (node.hasAttribute(name)) concealAttribute(node, name);
    }
  };

  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes, attributeName } of records) {
      if (type === 'childList') for (const node of addedNodes) concealWithin(node);
      else if (type === 'characterData') concealWithin(target);
      else if (attributeName === 'data-personal') concealWithin(target);
      else if (attributeName !== null && attributeName !== 'value') concealAttribute(target as Element, attributeName);
    }
    concealFields();
    // Rows that were scrolled away, and screens that were left.
    if (size() > 2_000) forget();
  });
  const again = () => {
    concealWithin(document.documentElement);
    concealFields();
  };
  again();
  observer.observe(document.documentElement, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: [...attributes, 'value', 'data-personal'],
  });
  // Before screen readers are notified of the focus.
  const events = ['input', 'focusin', 'focusout'] as const;
  for (const event of events) document.addEventListener(event, concealFields, true);
  return {
    again,
    stop() {
      observer.disconnect();
      for (const event of events) document.removeEventListener(event, concealFields, true);
      restore();
      for (const field of document.querySelectorAll<HTMLElement>('[data-concealed]')) {
        field.removeAttribute('data-concealed');
        hideFromReaders(field, false);
      }
    },
  };
}

/** Returns a function that replaces a text: all of it within what is personal, else what `conceal` replaces. */
function createReplacement(conceal: (text: string) => string) {
  return (real: string, within: Element | null): string => (within?.closest(personal) && /[^\s•]/u.test(real) ? concealed : conceal(real));
}

/** Creates what conceals texts and attributes by `next`, and can restore them. */
function createConcealer(next: (real: string, within: Element | null) => string) {
  const texts = new Map<Text, Change>();
  const values = new Map<Element, Map<string, Change>>();

  const concealText = (node: Text) => {
    const parent = node.parentElement;
    if (parent === null || parent.closest(`${fields}, script, style`)) return;
    const change = texts.get(node);
    const real = change !== undefined && node.data === change.shown ? change.real : node.data;
    const shown = next(real, parent);
    if (shown === real) texts.delete(node);
    else texts.set(node, { real, shown });
    if (node.data !== shown) node.data = shown;
  };

  const concealAttribute = (element: Element, name: string) => {
    const present = element.getAttribute(name);
    const changes = values.get(element) ?? new Map<string, Change>();
    const change = changes.get(name);
    if (present === null) return void changes.delete(name);
    const real = change !== undefined && present === change.shown ? change.real : present;
    const shown = next(real, element);
    if (shown === real) changes.delete(name);
    else changes.set(name, { real, shown });
    if (changes.size > 0) values.set(element, changes);
    if (present !== shown) element.setAttribute(name, shown);
  };

  return {
    concealText,
    concealAttribute,
    /** Returns how many texts are concealed. */
    size: () => texts.size,
    /** Drops what is no longer in the document. */
    forget() {
      for (const node of texts.keys()) if (!node.isConnected) texts.delete(node);
      for (const element of values.keys()) if (!element.isConnected) values.delete(element);
    },
    restore() {
      for (const [node, { real, shown }] of texts) if (node.data === shown) node.data = real;
      for (const [element, changes] of values)
        for (const [name, { real, shown }] of changes) if (element.getAttribute(name) === shown) element.setAttribute(name, real);
    },
  };
}
