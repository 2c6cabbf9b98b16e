import { useQuery } from '@tanstack/react-query';
import type { UpdateState } from '#contract/bridge/app.ts';
import { systemReport } from '#contract/support/problem-report.ts';
import { api } from '#data/api.ts';
import { queryKeys } from '#data/keys.ts';
import { useTopic } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { CopyTextButton } from '#ui/inputs/copy-button.tsx';

/** Facts about this copy of Latchkey, which don't change while it runs. */
export function useAppInfo() {
  return useQuery({ queryKey: queryKeys.appInfo(), queryFn: () => api.app.info({}) });
}

/** Returns what is known about a newer version, as a label. */
export function updateText({ t }: Pick<Translator, 't'>, update: UpdateState): string {
  switch (update.state) {
    case 'off':
      return t(`shell.updates.off.${update.reason}`);
    case 'current':
      return t(update.checkedAtMillis === null ? 'shell.updates.unchecked' : 'shell.updates.current');
    case 'checking':
      return t('shell.updates.checking');
    case 'downloading':
    case 'ready':
      return t(`shell.updates.${update.state}`, { version: update.version });
    case 'failed':
      return t('shell.updates.failed');
  }
}

/** Copies what is known about this copy of Latchkey as text, for a problem report. */
export function CopySystemReport() {
  const { t } = useMessages();
  const { data: info } = useAppInfo();
  const update = useTopic('app.updates');
  return <CopyTextButton value={info === undefined ? '' : systemReport(info, update)}>{t('ui.copy-details')}</CopyTextButton>;
}
