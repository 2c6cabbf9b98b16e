import { useState } from 'react';
import type { Environment } from '#contract/bridge/connection-choices.ts';
import { reportOf, unconfirmedHostOf } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';

export interface HostQuestion {
  readonly host: string;
  readonly decide: (isConfirmed: boolean) => unknown;
}

interface HostQuestions {
  /** The question to show; null for none. */
  readonly question: HostQuestion | null;
  /** Saves, and again with the host if the user confirms it. Otherwise throws the error of the first attempt. */
  readonly saveWithHost: (save: (confirmedHost?: string) => Promise<void>) => Promise<void>;
}

/** Returns the question about a server that doesn't respond as the service does, while a save waits for its answer. */
export function useHostQuestion(): HostQuestions {
  const [question, setQuestion] = useState<HostQuestion | null>(null);
  const ask = (host: string) => new Promise<boolean>((decide) => setQuestion({ host, decide })).finally(() => setQuestion(null));
  return {
    question,
    async saveWithHost(save) {
      try {
        await save();
      } catch (thrown) {
        const host = unconfirmedHostOf(reportOf(thrown));
        if (host === undefined || !(await ask(host))) throw thrown;
        await save(host);
      }
    },
  };
}

/** Asks before secret keys are sent to a server that doesn't respond as the service does, and names its host. */
export function HostDialog({ question, environment }: { question: HostQuestion | null; environment: Environment | undefined }) {
  const { t } = useMessages();
  const host = question?.host ?? '';
  return (
    <ConfirmDialog
      open={question !== null}
      onOpenChange={() => question?.decide(false)}
      danger
      environment={environment}
      title={t('connect.server.title', { host })}
      consequence={t('connect.server.text', { host })}
      confirmLabel={t('connect.server.confirm')}
      onConfirm={() => question?.decide(true)}
    />
  );
}
