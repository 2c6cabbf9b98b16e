import type { IndexState } from '#contract/bridge/local-index.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ScreenMessage } from '../screen-message';

/** Says in the status bar what is unusual about an index: that it is kept until the end of the process only, is rebuilt, or can’t be used. */
export function IndexMessages({ index }: { index: IndexState }) {
  const { t } = useMessages();
  return (
    <>
      {index.isTemporary && <ScreenMessage tone="warn" title={t('index.temporary.title')} text={t('index.temporary.text')} />}
      {index.wasRebuilt && <ScreenMessage tone="warn" title={t('index.rebuilt.title')} text={t('index.rebuilt.text')} />}
      {index.state === 'unavailable' && <ScreenMessage tone="warn" title={t('index.unavailable')} text={t('index.unavailable.text')} />}
    </>
  );
}
