/** A language for finding texts that were hard-wired or cut off: accented, about a third longer, in brackets. */
import { IntlMessageFormat } from 'intl-messageformat';

type Parsed = ReturnType<NonNullable<typeof IntlMessageFormat.__parse>>;
type Element = Parsed[number];

const literal = 0;
const accents: Readonly<Record<string, string>> = Object.fromEntries(
  [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter, at) => [
    letter,
    [...'áƀçďéƒĝĥíĵķļɱñóþɋŕšţúṽŵẋýžÁƁÇĎÉƑĜĤÍĴĶĻṀÑÓÞɊŔŠŢÚṼŴẊÝŽ'][at] ?? letter,
  ]),
);
const growth = 0.35;

/** The message with its texts made strange, its placeholders and plural rules untouched. */
export function pseudoMessage(text: string): Parsed {
  const elements = IntlMessageFormat.__parse?.(text, { ignoreTag: true }) ?? [];
  return [plain('['), ...elements.map(strange), plain(`${padding(text)}]`)];
}

function strange(element: Element): Element {
  if (element.type === literal) return { ...element, value: accented(element.value) };
  if (!('options' in element)) return element;
  const options = Object.fromEntries(
    Object.entries(element.options).map(([name, option]) => [name, { ...option, value: option.value.map(strange) }]),
  );
  return { ...element, options } as Element;
}

function accented(text: string): string {
  return [...text].map((letter) => accents[letter] ?? letter).join('');
}

function padding(text: string): string {
  const letters = text.replace(/\{[^{}]*\}/g, '').length;
  return '·'.repeat(Math.ceil(letters * growth));
}

function plain(value: string): Element {
  return { type: literal, value } as Element;
}
