import type { LucideIcon } from 'lucide-react';

/** An ornamental icon at the app's stroke; what it means is in the text or the label beside it. */
export function Icon({ of: Shape, size = 16, className }: { of: LucideIcon; size?: number; className?: string | undefined }) {
  return <Shape size={size} strokeWidth={1.75} aria-hidden className={className} />;
}
