/** Texts that aren't in the page as they are, which privacy mode conceals too: the title of the window, and what sentences are made of. */
import { useMemo, useSyncExternalStore } from 'react';
import { nameToType } from '#contract/text/visible-text.ts';
import type { MessageValues, Translator } from '#messages/translator.ts';

let conceal: ((text: string) => string) | null = null;
const listeners = new Set<() => void>();

/** Sets how texts are concealed; null shows them as they are. */
export function setConcealing(how: ((text: string) => string) | null): void {
  conceal = how;
  for (const listener of listeners) listener();
}

/** Returns whether texts are concealed now. */
export const isConcealing = (): boolean => conceal !== null;

/** Returns a text as the window shows it now. */
export function shownText(text: string): string {
  return conceal?.(text) ?? text;
}

/** Returns a translator whose sentences contain each value as the window shows it: in a sentence, a short name can't be told from a word. */
export function useConcealing(translator: Translator): Translator {
  const isOn = useSyncExternalStore(subscribe, isConcealing);
  return useMemo(() => (isOn ? concealing(translator) : translator), [isOn, translator]);
}

function concealing(translator: Translator): Translator {
  return { ...translator, t: (key, values) => translator.t(key, values && shownValues(values)) };
}

function shownValues(values: MessageValues): MessageValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? shownText(value) : value]));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns a text that has to be typed as the window shows it, or another one where it is concealed: dots can't be typed. */
export function shownTextToType(text: string, otherwise: string): string {
  return shownText(text) === text ? text : otherwise;
}

/** Returns what has to be typed to confirm an action: the name of what it is about, or its ID if the name can’t be seen, or is concealed. */
export function shownNameToType(name: string | null | undefined, id: string): string {
  return shownTextToType(nameToType(name, id), id);
}
