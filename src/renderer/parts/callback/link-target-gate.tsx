import type { ReactNode } from 'react';
import type { CallbackPurpose } from '#contract/bridge/callbacks.ts';
import { useAreChoicesKnown } from '#data/callbacks.ts';
import { useLatch } from '#lib/on-demand.ts';
import { OpeningDialog } from '#ui/overlays/opening-dialog.tsx';

interface LinkTargetGateProps {
  connectionId: string;
  /** For which email the form has an `EmailLinkTarget`; null if it has none. */
  purpose: CallbackPurpose | null;
  /** What is shown until then. As a rule this is for a dialog, which opens then. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** Shows a form once its redirect URLs are known or couldn't be read: their field would push away what is below. */
export function LinkTargetGate({ connectionId, purpose, fallback = <OpeningDialog />, children }: LinkTargetGateProps) {
  // What the user does there isn't lost when they are read again.
  return useLatch(useAreChoicesKnown(connectionId, purpose)) ? children : fallback;
}
