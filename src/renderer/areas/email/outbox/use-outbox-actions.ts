import { useEffect, useRef, useState } from 'react';
import type { ErrorReport } from '#contract/errors.ts';
import type { OutboxAction } from '#contract/service/models/outbox-actions.ts';
import type { OutboxEmailContent } from '#contract/service/models/outbox-models.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { isOutcomeUnknown } from '#lib/rules/unknown-outcome.ts';
import { useAction } from '#lib/use-action.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import type { MessageKey } from '#messages/translator.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { type OutboxChange, useChangeOutboxEmail } from './outbox-data';
import { isDone } from './outbox-states';

export interface OutboxActions {
  /** Runs an action. `time` is the new time of `schedule` (ms since the epoch). Resolves when it has ended, and never rejects. */
  readonly run: (action: OutboxAction, time?: number) => Promise<void>;
  readonly pending: OutboxAction | undefined;
  /** The last action, once it was done and until the next one. */
  readonly done: OutboxAction | undefined;
  readonly failure: ErrorReport | null;
  /** What the failure means for the email, where that was looked up. */
  readonly next: MessageKey | undefined;
}

/** Returns what changes an email of the outbox. If the response is lost, the email is read again and decides whether it was changed. */
export function useOutboxActions(connectionId: string, email: OutboxEmailContent | undefined, id: string): OutboxActions {
  const tellResult = useToastsWhenClosed();
  const { change, readAgain } = useChangeOutboxEmail(connectionId, id);
  const [next, setNext] = useState<MessageKey>();
  const [done, setDone] = useState<OutboxAction>();
  const task = async (action: OutboxAction, time?: number) => {
    if (email === undefined) return;
    setNext(undefined);
    setDone(undefined);
    try {
      await change(bodyOf(action, email, time));
    } catch (thrown) {
      const report = reportOf(thrown);
      const isRefused = report.known === 'EMAIL_NOT_EDITABLE';
      if (!isRefused && !isOutcomeUnknown(report)) throw thrown;
      const after = await readAgain().catch(() => null);
      if (isRefused || after === null || !isDone(action, email, after, time)) {
        setNext(after === null ? 'email.outbox.lost' : isRefused ? 'email.outbox.refused' : 'email.outbox.unchanged');
        throw thrown;
      }
    }
    setDone(action);
    tellResult.done(action);
  };
  const { run, pending, failure } = useAction(task, { onFailure: tellResult.failed });
  return { run, pending: pending?.[0], done, failure, next };
}

/** Returns functions that show results as toasts if the email was closed in the meantime. They would cover its buttons while it is open. */
function useToastsWhenClosed() {
  const show = useToasts((state) => state.show);
  const showFailure = useFailureToast();
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return {
    done: (action: OutboxAction) => isOpen.current || show({ tone: 'good', title: `email.outbox.${action}.done` }),
    failed: (report: ErrorReport) => isOpen.current || showFailure(report),
  };
}

function bodyOf(action: OutboxAction, { tsx_source: source }: OutboxEmailContent, time: number | undefined): OutboxChange {
  switch (action) {
    case 'pause':
      return { is_paused: true };
    case 'resume':
      return { is_paused: false };
    case 'schedule':
      return time === undefined ? {} : { scheduled_at_millis: time };
    // The content as it is has the email rendered and sent again (wire/later 5).
    case 'retry':
      return { tsx_source: source };
    case 'cancel':
      return { cancel: true };
  }
}
