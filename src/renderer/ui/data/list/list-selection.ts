/** Which rows of a list are selected, and how that changes. Rows are counted from 0. */
export interface ListSelection<T> {
  readonly isEmpty: boolean;
  readonly has: (item: T) => boolean;
  /** Names the checkbox of a row. Stays the same, or all rows would be drawn again. */
  readonly label: (item: T) => string;
  /** Selects or deselects the item that was in a row when it was pressed: another one may be there by now. */
  readonly onToggle: (row: number, item: T) => void;
  /** Selects the rows up to one; from another one if no row was toggled before. */
  readonly onExtend: (from: number, to: number) => void;
  readonly onAll: () => void;
}
