import type { ReactNode } from 'react';

/** Stands for the element while the text is formatted. */
const slot = '\uFFFC';

/** A text with an element where one of its values is. `text` formats it with the value that it is passed. */
export function TextAround({ text, children }: { text: (value: string) => string; children: ReactNode }) {
  const [before = '', ...after] = text(slot).split(slot);
  return (
    <>
      {before}
      {children}
      {after.join('')}
    </>
  );
}
