import { create } from 'zustand';
import type { OutagesByConnection } from '#lib/errors/outages.ts';

interface OutagesState {
  readonly outages: OutagesByConnection;
  tryNow(connectionId: string): void;
  stop(connectionId: string): void;
}

/** Services that this window waits for. The functions come with the watch that is running. */
export const useOutages = create<OutagesState>()(() => ({ outages: new Map(), tryNow: () => undefined, stop: () => undefined }));
