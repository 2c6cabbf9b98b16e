import { create } from 'zustand';
import type { Confirmation } from '#contract/bridge/safety.ts';
import type { SnapshotSummary } from '#contract/journal/snapshot.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import type { Translatable } from '#lib/intl/translatable.ts';

type Overlay = 'palette' | 'licenses' | 'shortcuts' | 'notices' | 'about' | 'report' | 'import-settings' | 'store-secrets';

interface Overlays {
  /** The open overlay; null if none is. */
  readonly open: Overlay | null;
  show(overlay: Overlay): void;
  hide(): void;
}

/** Which of the window's own dialogs is open. */
export const useOverlays = create<Overlays>()((set) => ({
  open: null,
  show: (overlay) => set({ open: overlay }),
  hide: () => set({ open: null }),
}));

type ConnectionDialog =
  | { readonly kind: 'remove' | 'group' | 'turn-on-index' | 'delete-index' | 'deleted'; readonly connectionId: string }
  | { readonly kind: 'create-again'; readonly connectionId: string; readonly snapshot: SnapshotSummary };

interface ConnectionDialogs {
  /** The open dialog; null if none is. */
  readonly open: ConnectionDialog | null;
  show(dialog: ConnectionDialog): void;
  hide(): void;
}

/** The open dialog about a connection, wherever it was opened. */
export const useConnectionDialogs = create<ConnectionDialogs>()((set) => ({
  open: null,
  show: (dialog) => set({ open: dialog }),
  hide: () => set({ open: null }),
}));

type UserDialog =
  | { readonly kind: 'create-user'; readonly connectionId: string }
  | { readonly kind: 'impersonate'; readonly connectionId: string; readonly user: ServerUser };

interface UserDialogs {
  /** The open dialog; null if none is. */
  readonly open: UserDialog | null;
  show(dialog: UserDialog): void;
  hide(): void;
}

/** The open dialog over the list of users, wherever it was opened. */
export const useUserDialogs = create<UserDialogs>()((set) => ({
  open: null,
  show: (dialog) => set({ open: dialog }),
  hide: () => set({ open: null }),
}));

/** The account to sign out, or the connection whose accounts are all signed out. */
export interface SignOutTarget {
  readonly connectionId: string;
  readonly accountId: string | null;
}

interface SignOutDialogState {
  readonly asked: SignOutTarget | null;
  ask(target: SignOutTarget): void;
  hide(): void;
}

/** Whether the confirmation before signing out is open, wherever it was requested. */
export const useSignOutDialog = create<SignOutDialogState>()((set) => ({
  asked: null,
  ask: (target) => set({ asked: target }),
  hide: () => set({ asked: null }),
}));

/** A job whose start, or anything else that sends its rows, is confirmed for all of them. */
interface ConfirmedJob {
  readonly connectionId: string;
  /** The question, which tells the rows, and the label of the button that answers it. */
  readonly title: Translatable;
  readonly button: Translatable;
  /** Answers the question where its dialog has asked it already. Resolves to false if it still has to be asked. */
  readonly answer?: (confirmation: Confirmation) => Promise<boolean>;
}

interface ConfirmedJobs {
  /** By ID, while a call about the job is in progress. */
  readonly jobs: ReadonlyMap<string, ConfirmedJob>;
  /** Makes a call about a job, whose confirmation is about the rows and not about a single write. */
  during<T>(id: string, job: ConfirmedJob, call: () => Promise<T>): Promise<T>;
}

/** What the confirmations of jobs are about. */
export const useConfirmedJobs = create<ConfirmedJobs>()((set, get) => ({
  jobs: new Map(),
  async during(id, job, call) {
    set({ jobs: new Map([...get().jobs, [id, job]]) });
    try {
      return await call();
    } finally {
      set({ jobs: new Map([...get().jobs].filter(([other]) => other !== id)) });
    }
  },
}));

export interface Question {
  readonly confirmation: Confirmation;
  readonly connectionId: string | null;
  /** The job that it is about. */
  readonly job?: ConfirmedJob | undefined;
  /** Resolves the question; later calls are ignored. */
  answer(confirmed: boolean): void;
}

/** The questions before a call is made, oldest first. */
export const useConfirmations = create<{ readonly questions: readonly Question[] }>()(() => ({ questions: [] }));

/** Requests a confirmation. Resolves to true if the user confirms, or has just done so in the dialog of the job. */
export async function requestConfirmation(confirmation: Confirmation, connectionId: string | null, jobId: string | null): Promise<boolean> {
  const job = jobId === null ? undefined : useConfirmedJobs.getState().jobs.get(jobId);
  if (job?.answer !== undefined && (await job.answer(confirmation))) return true;
  return new Promise((resolve) => {
    const question: Question = {
      confirmation,
      connectionId: job?.connectionId ?? connectionId,
      job,
      answer(confirmed) {
        useConfirmations.setState(({ questions }) => ({ questions: questions.filter((other) => other !== question) }));
        resolve(confirmed);
      },
    };
    useConfirmations.setState(({ questions }) => ({ questions: [...questions, question] }));
  });
}
