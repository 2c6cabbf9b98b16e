import { useState } from 'react';
import type { ShownUndo, Undone } from '#contract/bridge/undo.ts';
import type { ErrorReport } from '#contract/errors.ts';
import type { Translatable } from '#lib/intl/translatable.ts';
import { useAction } from '#lib/use-action.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import type { UndoSecretValues } from './undo-secrets';

/** What was shown of a plan. */
type Shown = Pick<ShownUndo, 'connectionId' | 'fingerprint'>;

interface RunUndoOptions {
  readonly plan: Shown | undefined;
  readonly send: (request: { connectionId: string; fingerprint: string; secrets: UndoSecretValues }) => Promise<Undone>;
  readonly done: Translatable;
  readonly partly: (sent: Pick<Undone, 'done' | 'of'>) => Translatable;
  /** Runs when all of it was done. */
  readonly onDone: () => void;
  /** Plans again, after all that may have changed something. */
  readonly refetch: () => void;
}

/** Doing what a plan says, with the secrets that were entered for it. */
export interface UndoRunning {
  readonly secrets: UndoSecretValues;
  readonly setSecrets: (values: UndoSecretValues) => void;
  readonly isPending: boolean;
  readonly failure: ErrorReport | null;
  /** Does nothing without a plan. */
  readonly run: () => void;
}

/** Returns how an undo is run. How it ended is shown in a toast. */
export function useRunUndo({ plan, send, done: doneTitle, partly, onDone, refetch }: RunUndoOptions): UndoRunning {
  const show = useToasts((state) => state.show);
  const [secrets, setSecrets] = useState<UndoSecretValues>({});
  const action = useAction(({ connectionId, fingerprint }: Shown) => send({ connectionId: connectionId ?? '', fingerprint, secrets }), {
    onDone({ done, of, error }) {
      if (error === null) {
        show({ tone: 'good', title: doneTitle });
        onDone();
        return;
      }
      show({ tone: 'bad', title: partly({ done, of }) });
      refetch();
    },
    onFailure: ({ code }) => {
      if (code !== 'cancelled') refetch();
    },
  });
  const run = () => void (plan && action.run(plan));
  return { secrets, setSecrets, isPending: action.isPending, failure: action.failure, run };
}
