/** What shows outside of windows that jobs run: the progress of the taskbar, and a notification when one ends. */

import type { RunningJob } from './job';
import { progressOf } from './job-counts';

export interface JobSignsDeps {
  /** Shows a progress from 0 to 1, or none. */
  readonly setProgress: (progress: number | null, isPaused: boolean) => void;
  readonly notify: (notification: { readonly title: string; readonly body: string }) => void;
  /** Whether a window has the focus, in which a message says how the job ended. */
  readonly isFocused: () => boolean;
  readonly translator: () => { t(key: 'host.jobs.ended' | 'host.jobs.left', values: { count: number }): string };
}

/** Returns what follows the jobs that haven't ended. The notification names nothing, so that it says nothing to others while the app is locked. */
export function createJobSigns({ setProgress, notify, isFocused, translator }: JobSignsDeps): (running: readonly RunningJob[]) => void {
  let known: ReadonlySet<string> = new Set();
  let shown = '';
  return (running) => {
    const ids = new Set(running.map(({ id }) => id));
    const ended = [...known].filter((id) => !ids.has(id)).length;
    known = ids;
    const progress = progressOf(running);
    const isPaused = running.length > 0 && running.every(({ pause }) => pause !== null);
    // In whole percent, because the system draws each change.
    const next = progress === null ? '' : `${Math.floor(progress * 100)} ${isPaused}`;
    if (next !== shown) setProgress(progress, isPaused);
    shown = next;
    if (ended > 0 && !isFocused()) {
      const { t } = translator();
      notify({
        title: t('host.jobs.ended', { count: ended }),
        body: running.length > 0 ? t('host.jobs.left', { count: running.length }) : '',
      });
    }
  };
}
