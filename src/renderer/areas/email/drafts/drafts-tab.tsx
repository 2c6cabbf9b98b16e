import { FilePen, Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Omitted } from '#contract/definitions.ts';
import type { EmailDraft } from '#contract/service/models/mail-models.ts';
import { visibleText } from '#contract/text/visible-text.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ReleaseLack, useLacksFeature } from '#parts/account/release-lack.tsx';
import { GoneMessage, OutdatedMessage } from '#parts/screen-message.tsx';
import { Badge } from '#ui/data/badge.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { OmittedNote } from '#ui/feedback/omitted-note.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { paths } from '#window/routes.ts';
import { NameDialog } from '../source/name-dialog';
import styles from '../source/source.module.css';
import { SourceList } from '../source/source-list';
import { SourceSkeleton } from '../source/source-skeleton';
import { useOpenSource } from '../source/use-open-source';
import { createDraft, useDrafts } from './draft-data';
import { DraftEditor } from './draft-editor';

/** The drafts of emails to users. */
export function DraftsTab({ connectionId }: { connectionId: string }) {
  const lacks = useLacksFeature(connectionId, 'email-drafts');
  const { data, error, isFetching, refetch } = useDrafts(connectionId, !lacks);
  const failure = error && { report: reportOf(error), onRetry: () => void refetch(), busy: isFetching };
  if (lacks || failure?.report.code === 'not-offered-by-service') return <ReleaseLack feature="email-drafts" />;
  if (data === undefined) return failure ? <ErrorState {...failure} /> : <SourceSkeleton />;
  return (
    <>
      {failure && <OutdatedMessage {...failure} />}
      <Drafts
        connectionId={connectionId}
        drafts={data.drafts}
        omitted={data.omitted}
        isCurrent={!isFetching && error === null}
        isReading={isFetching}
      />
    </>
  );
}

interface DraftsProps {
  connectionId: string;
  drafts: readonly EmailDraft[];
  omitted: Omitted | undefined;
  /** Whether the list was read without a failure, and isn't being read again. */
  isCurrent: boolean;
  isReading: boolean;
}

function Drafts({ connectionId, drafts, omitted, isCurrent, isReading }: DraftsProps) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const blocked = useReadOnlyReason(connectionId);
  const [isCreating, setCreating] = useState(false);
  const isWhole = isCurrent && omitted === undefined;
  const { open, isUnknown, isGone, leave } = useOpenSource({
    connectionId,
    list: drafts,
    isWhole,
    isReading,
    chosen: search.get('template'),
  });
  const gone = isGone ? t('email.draft.gone') : undefined;
  const choose = (id: string) => void navigate(paths.email(connectionId, 'drafts', id), { replace: true });
  const items = drafts.map(({ id, display_name: name, sent_at_millis: sentAt }) => ({
    key: id,
    name: visibleText(name) === '' ? id : name,
    note: sentAt === null ? null : <Badge tone="good">{t('email.draft.sent')}</Badge>,
  }));
  return (
    <div className={styles.templates}>
      {gone !== undefined && <GoneMessage title={gone} leaveLabel={t('email.draft.gone.leave')} onLeave={leave} />}
      <SourceList label={t('email.draft.list')} items={items} chosen={open?.id} onChoose={choose}>
        <div className={styles.create}>
          <Button icon={Plus} disabledReason={blocked} onClick={() => setCreating(true)}>
            {t('email.draft.create')}
          </Button>
        </div>
        <OmittedNote omitted={omitted} />
      </SourceList>
      {isUnknown && <EmptyState icon={FilePen} title={t('email.draft.missing')} text={t('email.source.missing.text')} />}
      {drafts.length === 0 && open === undefined && (
        <EmptyState icon={FilePen} title={t('email.draft.none')} text={t('email.draft.none.text')} />
      )}
      {open !== undefined && <DraftEditor key={open.id} connectionId={connectionId} draft={open} blocked={gone ?? blocked} />}
      {isCreating && (
        <NameDialog
          connectionId={connectionId}
          kind="draft"
          create={(name) => createDraft(connectionId, name)}
          onCreated={choose}
          onClose={() => setCreating(false)}
        />
      )}
    </div>
  );
}
