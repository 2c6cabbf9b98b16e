import type { LucideIcon } from 'lucide-react';

/** One line of the palette. */
export interface PaletteEntry {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly label: string;
  /** What it belongs to. */
  readonly aside?: string;
  /** Further words by which it is found, which aren't shown. */
  readonly words?: string;
  /** What runs it without the palette. */
  readonly keys?: readonly string[];
  readonly run: () => void;
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text looks like a user's ID or email. */
export function looksLikeUser(text: string): boolean {
  return idPattern.test(text) || /^[^\s@]+@[^\s@]+$/.test(text);
}

const linkPattern = /^[<("']?(?:https?:\/\/[^\s/]|latchkey:)\S+$/i;
const codePattern = /^[0-9a-z]{45}$/i;

/** Whether a text looks like a link or, if there is a connection, like the code of one. */
export function looksLikeLink(text: string, hasConnection: boolean): boolean {
  return linkPattern.test(text) || (hasConnection && codePattern.test(text));
}

/** The entry that always matches, because its label doesn't contain the pasted text. */
export const linkEntryId = 'open-link';

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}\u2060]/gu, '')
    .toLowerCase();
}

/** The texts by which an entry is found. */
type Findable = Pick<PaletteEntry, 'label' | 'aside' | 'words'>;

/**
 * Returns how well an entry matches the typed text, 0 for not at all: every word must be in the label, the aside, or the further
 * words; the label counts for more, most of all if it starts with the typed text.
 */
export function paletteScore({ label, aside = '', words: further = '' }: Findable, typed: string): number {
  const search = plain(typed.trim());
  const [inLabel, anywhere] = [plain(label), plain(`${label} ${aside} ${further}`)];
  if (inLabel.startsWith(search)) return 1;
  const words = search.split(/\s+/);
  if (!words.every((word) => anywhere.includes(word))) return 0;
  const starts = words.filter((word) => ` ${inLabel}`.includes(` ${word}`)).length;
  const within = words.filter((word) => inLabel.includes(word)).length;
  return 0.1 + (0.4 * starts + 0.4 * within) / words.length;
}
