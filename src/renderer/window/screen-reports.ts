/** What the shown screen reports in the status bar. */
import type { ReactNode } from 'react';
import { create } from 'zustand';
import type { ErrorReport } from '#contract/errors.ts';

/** A message that a part of a screen has for the status bar. */
export interface ScreenReport {
  /** Bad unless it says otherwise. */
  readonly tone?: 'warn';
  readonly title: string;
  readonly text: string;
  /** How what failed is repeated. */
  readonly retry?: { readonly report: ErrorReport; readonly onRetry: () => void; readonly busy: boolean };
  /** Another button. */
  readonly action?: ReactNode;
}

interface ScreenReports {
  /** By the ID of the part of the screen that reports them. */
  readonly entries: ReadonlyMap<string, ScreenReport>;
  put(id: string, report: ScreenReport): void;
  remove(id: string): void;
}

export const useScreenReports = create<ScreenReports>()((set) => ({
  entries: new Map(),
  put: (id, report) => set(({ entries }) => ({ entries: new Map(entries).set(id, report) })),
  remove: (id) => set(({ entries }) => ({ entries: new Map([...entries].filter(([other]) => other !== id)) })),
}));
