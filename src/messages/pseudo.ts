/** A language for finding texts that were hard-wired or cut off: accented, about a third longer, in brackets. */
import { IntlMessageFormat } from 'intl-messageformat';
import { type Message, type Parsed, syntax } from './translator';

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
export function pseudoMessage(message: Message): Parsed {
  const elements = typeof message === 'string' ? parsed(message) : message;
  return [plain('['), ...elements.map(strange), plain(`${padding(elements)}]`)];
}

/** Parses a message, unless it has no syntax: the renderer's build has only such texts, and no parser. */
function parsed(text: string): Parsed {
  return syntax.test(text) ? (IntlMessageFormat.__parse?.(text, { ignoreTag: true }) ?? []) : [plain(text)];
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

function padding(elements: Parsed): string {
  return '·'.repeat(Math.ceil(letterCount(elements) * growth));
}

/** Counts the longest of the texts that a plural or a choice has. */
function letterCount(elements: Parsed): number {
  const counts = elements.map((element) => {
    if (element.type === literal) return element.value.length;
    if (!('options' in element)) return 0;
    return Math.max(...Object.values(element.options).map((option) => letterCount(option.value)));
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

function plain(value: string): Element {
  return { type: literal, value } as Element;
}
