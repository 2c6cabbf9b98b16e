/** What the shown screen reports in the status bar. */
import type { ReactNode } from 'react';
import { create } from 'zustand';
import type { ErrorReport } from '../../../contract/errors';

export interface ScreenMessage {
  /** Bad unless it says otherwise. */
  readonly tone?: 'warn';
  readonly title: string;
  readonly text: string;
  /** How what failed is repeated. */
  readonly retry?: { readonly report: ErrorReport; readonly onRetry: () => void; readonly busy: boolean };
  /** Another button. */
  readonly action?: ReactNode;
}

interface ScreenMessages {
  /** The messages by the ID of the part of the screen that reports them. */
  readonly entries: ReadonlyMap<string, ScreenMessage>;
  put(id: string, message: ScreenMessage): void;
  remove(id: string): void;
}

export const useScreenMessages = create<ScreenMessages>()((set) => ({
  entries: new Map(),
  put: (id, message) => set(({ entries }) => ({ entries: new Map(entries).set(id, message) })),
  remove: (id) => set(({ entries }) => ({ entries: new Map([...entries].filter(([other]) => other !== id)) })),
}));
