/** Key presses that belong to the page, and not to an input method. */

interface NativePress {
  readonly isComposing: boolean;
  readonly keyCode: number;
}

/** A key press, as the browser or React reports it. */
export type KeyPress = { readonly key: string } & (NativePress | { readonly nativeEvent: NativePress });

/**
 * Whether a key press belongs to an input method, such as the Enter that ends the composition of a Japanese word. Safari reports that one after
 * the composition, with the key code of input methods.
 */
export function isComposing(press: KeyPress): boolean {
  const { isComposing, keyCode } = 'nativeEvent' in press ? press.nativeEvent : press;
  return isComposing || keyCode === 229;
}

/** Returns the key of a press, or an empty text if it belongs to an input method: then no handler may act. */
export function pressedKey(press: KeyPress): string {
  return isComposing(press) ? '' : press.key;
}
