import { useState } from 'react';
import type { IndexState } from '#contract/bridge/local-index.ts';
import { useIndexState } from '#data/local-index.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useNow } from '#ui/data/relative-time.tsx';
import { ProgressRing } from '#ui/feedback/progress-ring.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Card, CardRow } from '#ui/layout/card.tsx';
import { FactRow } from '#ui/layout/fact-row.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { DeleteIndexDialog } from './delete-index-dialog';
import { isRunning } from './index-line';
import { IndexMessages } from './index-messages';
import { indexText } from './index-text';
import styles from './local-index.module.css';
import { TurnOnDialog } from './turn-on-dialog';
import { useIndexActions } from './use-index-actions';

/** The index of a project’s users and teams: whether there is one, how it is, and what can be done with it. */
export function IndexSection({ connectionId }: { connectionId: string }) {
  const { t } = useMessages();
  const index = useIndexState(connectionId);
  const [isOpen, setOpen] = useState(false);
  return (
    <PageSection title={t('index')} text={t('index.text')}>
      <Card>
        {index === undefined ? (
          <CardRow>
            <Button onClick={() => setOpen(true)}>{t('index.turn-on.open')}</Button>
          </CardRow>
        ) : (
          <KnownIndex index={index} />
        )}
      </Card>
      {index !== undefined && <IndexMessages index={index} />}
      {isOpen && index === undefined && <TurnOnDialog connectionId={connectionId} onClose={() => setOpen(false)} />}
    </PageSection>
  );
}

function KnownIndex({ index }: { index: IndexState }) {
  const messages = useMessages();
  const { t, locale } = messages;
  const [isDeleting, setDeleting] = useState(false);
  const actions = useIndexActions(index);
  const now = useNow();
  return (
    <>
      <FactRow label={t('index.state')}>
        <span role="status" className={styles.state}>
          {isRunning(index) && <ProgressRing progress={index.progress} />}
          {indexText(messages, index, now)}
        </span>
      </FactRow>
      <FactRow label={t('index.contents')}>
        {t('index.contents.counts', {
          users: index.users,
          shownUsers: formatNumber(index.users, locale),
          teams: index.teams,
          shownTeams: formatNumber(index.teams, locale),
        })}
      </FactRow>
      <FactRow label={t('index.turn-on.where')}>{t(index.isTemporary ? 'index.stored.temporary' : 'index.stored')}</FactRow>
      <CardRow className={styles.buttons}>
        {actions.canResume ? (
          <Button onClick={actions.resume}>{t('index.resume')}</Button>
        ) : (
          <Button disabledReason={actions.canPause ? undefined : t('index.pause.none')} onClick={actions.pause}>
            {t('index.pause')}
          </Button>
        )}
        <Button disabledReason={actions.updateReason} onClick={actions.update}>
          {t('index.update')}
        </Button>
        <Button variant="danger" onClick={() => setDeleting(true)}>
          {t('index.delete.menu')}
        </Button>
      </CardRow>
      {isDeleting && <DeleteIndexDialog index={index} onClose={() => setDeleting(false)} />}
    </>
  );
}
