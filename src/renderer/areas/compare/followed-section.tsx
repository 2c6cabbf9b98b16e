import { FileUp, FolderOpen } from 'lucide-react';
import { useState } from 'react';
import type { FileProblem, FollowedFile } from '#contract/bridge/drift.ts';
import { api } from '#data/api.ts';
import { useFollowedFile } from '#data/drift.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useAppInfo } from '#parts/about.tsx';
import { FollowedFileProblem } from '#parts/followed-file-problem.tsx';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import styles from './compare.module.css';

interface FollowedSectionProps {
  connectionId: string;
  /** Why the followed file couldn’t be read when it was to be compared. */
  problem: FileProblem | null;
  isBusy: boolean;
  onCompare: () => void;
}

/** The file that the connection follows, or the choice of one. Nothing where the host has no files. */
export function FollowedSection({ connectionId, problem, isBusy, onCompare }: FollowedSectionProps) {
  const { t } = useMessages();
  const { data: info } = useAppInfo();
  const file = useFollowedFile(connectionId);
  const [unusable, setUnusable] = useState<FileProblem | null>(null);
  const following = useAction((kind: 'file' | 'folder') => api.drift.followFile({ connectionId, kind }), {
    onDone: (result) => setUnusable(result.state === 'unread' ? result.problem : null),
  });
  const stopping = useAction(() => api.drift.stopFollowing({ connectionId }), { onDone: () => setUnusable(null) });
  if (info?.canFollowFiles !== true) return null;
  const busy = isBusy || following.isPending || stopping.isPending;
  const failure = following.failure ?? stopping.failure;
  const shown = unusable ?? (file === undefined ? null : problem);
  return (
    <PageSection title={t('compare.follow.title')} text={t('compare.follow.text')}>
      {file === undefined ? <p className={styles.quiet}>{t('compare.follow.none')}</p> : <Followed file={file} />}
      {shown !== null && <FollowedFileProblem problem={shown} />}
      {failure !== null && <FormFailure report={failure} />}
      <div className={styles.startFoot}>
        {file !== undefined && (
          <>
            <Button busy={isBusy} onClick={onCompare}>
              {t('compare.follow.compare')}
            </Button>
            <Button busy={stopping.isPending} onClick={() => void stopping.run()}>
              {t('compare.follow.stop')}
            </Button>
          </>
        )}
        <Button icon={FileUp} busy={busy} onClick={() => void following.run('file')}>
          {t('compare.follow.file')}
        </Button>
        <Button icon={FolderOpen} busy={busy} onClick={() => void following.run('folder')}>
          {t('compare.follow.folder')}
        </Button>
      </div>
    </PageSection>
  );
}

function Followed({ file: { name, shown } }: { file: FollowedFile }) {
  return (
    <p className={styles.followed} data-personal="">
      <bdi className={styles.fileName}>{name}</bdi>
      <bdi className={styles.quiet}>{shown}</bdi>
    </p>
  );
}
