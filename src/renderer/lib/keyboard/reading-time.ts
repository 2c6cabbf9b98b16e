/** Keys and clicks that would confirm a dialog are ignored if they were made before the user could see what it asks. */

/** How long (ms) a question takes no key after it was painted. */
export const readingMillis = 250;

/** The part of an element that is needed here. */
interface Dialog<T> {
  contains(target: T | null): boolean;
}

export interface ReadingTime<T> {
  /** Starts for a dialog that isn't painted yet. Its keys are refused until `paint`, and for `readingMillis` after that if it is a question. */
  start(dialog: Dialog<T>, isQuestion: boolean): void;
  paint(): void;
  /** Ends it early: the user typed into the dialog, and so has seen it. */
  type(target: T | null): void;
  /** Whether a confirming key for this target was pressed too early. A busy window gets keys long after they were pressed. */
  refuses(target: T | null, pressedAtMillis: number): boolean;
  /** Whether a click on this target continues a double click that started before the dialog was there. */
  refusesClick(target: T | null, startedAtMillis: number): boolean;
}

/** Creates the time for the dialog that opened last. `now` returns milliseconds that never go back, by the clock of events. */
export function createReadingTime<T>(now: () => number): ReadingTime<T> {
  let dialog: Dialog<T> | null = null;
  let millis = 0;
  let openedAt = Number.NEGATIVE_INFINITY;
  let until = Number.POSITIVE_INFINITY;
  return {
    start: (opened, isQuestion) => {
      dialog = opened;
      openedAt = now();
      millis = isQuestion ? readingMillis : 0;
      until = Number.POSITIVE_INFINITY;
    },
    paint: () => {
      // A dialog that opened in the meantime has its own time.
      if (dialog !== null && until === Number.POSITIVE_INFINITY) until = now() + millis;
    },
    type: (target) => {
      if (dialog?.contains(target) === true) until = Number.NEGATIVE_INFINITY;
    },
    refuses: (target, pressedAtMillis) => dialog?.contains(target) === true && pressedAtMillis < until,
    refusesClick: (target, startedAtMillis) => dialog?.contains(target) === true && startedAtMillis < openedAt,
  };
}
