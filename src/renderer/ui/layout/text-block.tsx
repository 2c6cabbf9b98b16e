import type { ComponentProps } from 'react';

/** A text as a paragraph, so that the rules for the lines of sentences apply to it; anything else in a `div`. */
export function TextBlock(props: ComponentProps<'div'>) {
  return typeof props.children === 'string' ? <p {...(props as ComponentProps<'p'>)} /> : <div {...props} />;
}
