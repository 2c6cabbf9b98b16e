import { systemReport } from '#contract/support/system-report.ts';
import { useTopic } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import { CopyTextButton } from '#ui/inputs/copy-button.tsx';
import { useAppInfo } from './use-app-info';

/** Copies what is known about this copy of Latchkey as text, for a problem report. */
export function CopySystemReport() {
  const { t } = useMessages();
  const { data: info } = useAppInfo();
  const update = useTopic('app.updates');
  return <CopyTextButton value={info === undefined ? '' : systemReport(info, update)}>{t('ui.copy-details')}</CopyTextButton>;
}
