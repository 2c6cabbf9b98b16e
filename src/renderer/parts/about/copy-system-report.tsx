import { systemReport } from '../../../contract/support/system-report';
import { useTopic } from '../../data/topics';
import { useMessages } from '../../lib/use-messages';
import { CopyTextButton } from '../../ui/inputs/copy-button';
import { useAppInfo } from './use-app-info';

/** Copies what is known about this copy of Latchkey as text, for a problem report. */
export function CopySystemReport() {
  const { t } = useMessages();
  const { data: info } = useAppInfo();
  const update = useTopic('app.updates');
  return <CopyTextButton value={info === undefined ? '' : systemReport(info, update)}>{t('ui.copy-details')}</CopyTextButton>;
}
