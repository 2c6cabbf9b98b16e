import { nameToType } from '../../../contract/text/visible-text';
import { shownText } from './shown-text';

/** Returns a text that has to be typed as the window shows it, or another one where it is concealed: dots can't be typed. */
export function shownTextToType(text: string, otherwise: string): string {
  return shownText(text) === text ? text : otherwise;
}

/** Returns what has to be typed to confirm an action: the name of what it is about, or its ID if the name can’t be seen, or is concealed. */
export function shownNameToType(name: string | null | undefined, id: string): string {
  return shownTextToType(nameToType(name, id), id);
}
