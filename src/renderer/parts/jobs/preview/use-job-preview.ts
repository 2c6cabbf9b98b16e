import { create } from 'zustand';
import type { JobPreview, JobScope } from '#contract/jobs/job.ts';
import type { JobAction, RequestedAction } from '#contract/jobs/job-action.ts';
import type { JobNames } from '../job-sentences';

/** Rows that users choose in a list. */
interface ListedRows {
  readonly scope: JobScope;
  readonly action: RequestedAction;
}

/** Rows of a file, which its import fixes. */
interface FileRows {
  readonly action: JobAction;
  readonly prepare: () => Promise<JobPreview>;
}

/** A job to preview, and what the screen does that asks for it. */
export type AskedJob = (ListedRows | FileRows) & {
  readonly connectionId: string;
  /** Names of what the action has only the IDs of, as the list shows them. */
  readonly names?: JobNames | undefined;
  /** Runs once the job was started, with its ID. */
  readonly onStarted?: ((id: string) => void) | undefined;
};

interface JobPreviews {
  /** The job whose preview is open; null if none is. */
  readonly asked: AskedJob | null;
  open(job: AskedJob): void;
  close(): void;
}

/** The open preview of a job, wherever it was asked for. */
export const useJobPreviews = create<JobPreviews>()((set) => ({
  asked: null,
  open: (asked) => set({ asked }),
  close: () => set({ asked: null }),
}));

/** Returns how a list asks for a job: `open({ connectionId, scope, action })` shows what would be sent, and nothing is before it is started there. */
export function useJobPreview(): Pick<JobPreviews, 'open'> {
  return { open: useJobPreviews((state) => state.open) };
}
