import { concealed } from '#contract/conceal.ts';
import { isConcealing } from './shown-text';

/** Returns a text that no response had, such as a value of a file, as the window shows it now: all of it may be personal. */
export function shownUnknown(text: string): string {
  return text !== '' && isConcealing() ? concealed : text;
}
