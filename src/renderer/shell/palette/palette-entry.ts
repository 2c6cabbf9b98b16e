import type { LucideIcon } from 'lucide-react';

/** One line of the palette. */
export interface PaletteEntry {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly label: string;
  /** What it belongs to. */
  readonly aside?: string;
  /** What runs it without the palette. */
  readonly keys?: readonly string[];
  readonly run: () => void;
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text is what one looks a user up by: an id or an e-mail address. */
export function looksLikeUser(text: string): boolean {
  return idPattern.test(text) || /^[^\s@]+@[^\s@]+$/.test(text);
}

const linkPattern = /^[<("']?(?:https?:\/\/[^\s/]|latchkey:)\S+$/i;
const codePattern = /^[0-9a-z]{45}$/i;

/** Whether a text is what a mail leads here with: a link, or, where there is a connection that it may be of, its code alone. */
export function looksLikeLink(text: string, hasConnection: boolean): boolean {
  return linkPattern.test(text) || (hasConnection && codePattern.test(text));
}

/** The one entry that does not hold what was pasted, and so fits whatever it is. */
export const linkEntryId = 'open-link';

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * How well an entry fits what was typed, 0 for not at all: every word must be in the label or the aside, and the label
 * counts for more, most of all where it begins with what was typed.
 */
export function paletteScore(label: string, aside: string, typed: string): number {
  const search = plain(typed.trim());
  const [inLabel, anywhere] = [plain(label), plain(`${label} ${aside}`)];
  if (inLabel.startsWith(search)) return 1;
  const words = search.split(/\s+/);
  if (!words.every((word) => anywhere.includes(word))) return 0;
  const starts = words.filter((word) => ` ${inLabel}`.includes(` ${word}`)).length;
  const within = words.filter((word) => inLabel.includes(word)).length;
  return 0.1 + (0.4 * starts + 0.4 * within) / words.length;
}
