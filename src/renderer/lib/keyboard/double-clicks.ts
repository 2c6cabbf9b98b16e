import { isEarlyClick } from './held-keys';

/** Ignores the second click of a double click in a dialog that the first one has opened. Call it after `guardOpening`. */
export function guardDoubleClicks(page: Window): void {
  let startedAt = 0;
  page.addEventListener(
    'mousedown',
    ({ detail, timeStamp }) => {
      if (detail <= 1) startedAt = timeStamp;
    },
    true,
  );
  page.addEventListener(
    'click',
    (event) => {
      if (event.detail <= 1 || !isEarlyClick(event.target, startedAt)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
}
