/** The current time of this window. */

/** What specs of this folder, which run without a page, don't have. */
interface Page {
  readonly document?: { readonly documentElement: { readonly dataset: Readonly<Record<string, string | undefined>> } };
}

/** The fixed time of the host's clock, from the page; `NaN` if the clock runs. */
const fixed = Number.parseInt((globalThis as Page).document?.documentElement.dataset.now ?? '', 10);

/** Returns a time of the machine's clock as it is by `now()`. */
export function fromMachineTime(millis: number): number {
  return Number.isNaN(fixed) ? millis : fixed - (Date.now() - millis);
}

/** Returns milliseconds since the epoch: of the machine's clock, or the time that `--clock` fixed. */
export function now(): number {
  return Number.isNaN(fixed) ? Date.now() : fixed;
}
