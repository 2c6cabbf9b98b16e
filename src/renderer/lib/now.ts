/** The current time of this window. */

/** What specs of this folder, which run without a page, don't have. */
interface Page {
  readonly document?: { readonly documentElement: { readonly dataset: Readonly<Record<string, string | undefined>> } };
}

/** The fixed time of the host's clock, from the page; `NaN` if the clock runs. */
const fixed = Number.parseInt((globalThis as Page).document?.documentElement.dataset.now ?? '', 10);

/** Returns milliseconds since the epoch: of the machine's clock, or the time that `--clock` fixed. */
export function now(): number {
  return Number.isNaN(fixed) ? Date.now() : fixed;
}
