/** Which tabs have room in one line. */

export interface TabRoom {
  /** The widths of all tabs, in their order. */
  readonly widths: readonly number[];
  /** Between two tabs, and before the button for the others. */
  readonly gap: number;
  /** The width of the button for the others. */
  readonly more: number;
  readonly room: number;
  /** The index of the active tab, which is always shown; -1 for none. */
  readonly active: number;
}

/** Returns the indices of the tabs that fit, in their order, all widths in CSS pixels. If not all do, the last ones are left out first. */
export function fittingTabs({ widths, gap, more, room, active }: TabRoom): readonly number[] {
  const all = widths.map((_width, at) => at);
  if (lengthOf(all, widths, gap) <= room) return all;
  const left = room - more - gap;
  for (let count = all.length - 1; count > 0; count -= 1) {
    const first = all.slice(0, count);
    const shown = active < count ? first : [...first.slice(0, -1), active];
    if (lengthOf(shown, widths, gap) <= left) return shown;
  }
  return active < 0 ? all.slice(0, 1) : [active];
}

function lengthOf(shown: readonly number[], widths: readonly number[], gap: number): number {
  return shown.reduce((sum, at) => sum + (widths[at] ?? 0), 0) + gap * Math.max(0, shown.length - 1);
}
