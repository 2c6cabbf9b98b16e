/** The value of a placeholder in whose place an element is shown. */
export const slot = '\u0000';

/** Returns the texts before and after the slot of a message: the language decides where the element is shown, and the spaces beside it. */
export function aroundSlot(message: string): readonly [before: string, after: string] {
  const [before = '', after = ''] = message.split(slot);
  return [before, after];
}
