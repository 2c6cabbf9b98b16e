import type { MenuPlace } from '../../overlays/point-menu';

/** The menu of a list’s rows. */
export interface ListMenu<T> {
  /** Names the menu’s button in a row. Stays the same, or all rows would be drawn again. */
  readonly label: (item: T) => string;
  /** The item whose menu is open. */
  readonly opened: T | null;
  readonly onOpen: (item: T, place: MenuPlace) => void;
}
