import type { ComponentProps, ReactNode } from 'react';

/** A text as a paragraph, so that the rules for the lines of sentences apply to it; anything else in a `div`. */
export function TextBlock(props: ComponentProps<'div'>) {
  return typeof props.children === 'string' ? <p {...(props as ComponentProps<'p'>)} /> : <div {...props} />;
}

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
