/** Keys that would confirm a destructive question are ignored until the user had time to see what it asks. */

/** How long (ms) a question takes no key after it was painted. */
export const readingMillis = 250;

/** The part of an element that is needed here. */
interface Question<T> {
  contains(target: T | null): boolean;
}

export interface ReadingTime<T> {
  /** Starts for a question that isn't painted yet. Its keys are refused until `paint`, and the time that follows. */
  start(question: Question<T>): void;
  paint(): void;
  /** Ends it early: the user typed into the question, and so has seen it. */
  type(target: T | null): void;
  /** Whether a confirming key for this target comes too early. */
  refuses(target: T | null): boolean;
}

/** Creates the time for the question that opened last. `now` returns milliseconds that never go back. */
export function createReadingTime<T>(now: () => number): ReadingTime<T> {
  let question: Question<T> | null = null;
  let until = Number.POSITIVE_INFINITY;
  return {
    start: (opened) => {
      question = opened;
      until = Number.POSITIVE_INFINITY;
    },
    paint: () => {
      // A question that opened in the meantime has its own time.
      if (question !== null && until === Number.POSITIVE_INFINITY) until = now() + readingMillis;
    },
    type: (target) => {
      if (question?.contains(target) === true) until = Number.NEGATIVE_INFINITY;
    },
    refuses: (target) => question?.contains(target) === true && now() < until,
  };
}
