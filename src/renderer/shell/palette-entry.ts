import type { LucideIcon } from 'lucide-react';

/** One line of the palette. */
export interface PaletteEntry {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly label: string;
  /** What it belongs to. */
  readonly aside?: string;
  readonly run: () => void;
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text is what one looks a user up by: an id or an e-mail address. */
export function looksLikeUser(text: string): boolean {
  return idPattern.test(text) || /^[^\s@]+@[^\s@]+$/.test(text);
}
