import { Palette, Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Omitted } from '#contract/definitions.ts';
import type { EmailTheme } from '#contract/service/models/mail-models.ts';
import { visibleText } from '#contract/text/visible-text.ts';
import { useAdminProject } from '#data/project.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { failureOfReads } from '#lib/errors/read-failure.ts';
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
import { createTheme, useThemes } from './theme-data';
import { ThemeEditor } from './theme-editor';

/** The themes that the project's emails are rendered in. */
export function ThemesTab({ connectionId }: { connectionId: string }) {
  const lacks = useLacksFeature(connectionId, 'email-themes');
  const themes = useThemes(connectionId, !lacks);
  const project = useAdminProject(connectionId, true);
  if (lacks) return <ReleaseLack feature="email-themes" />;
  const failure = failureOfReads([themes, project]);
  if (failure?.report.code === 'not-offered-by-service') return <ReleaseLack feature="email-themes" />;
  if (themes.data === undefined || project.data === undefined) return failure ? <ErrorState {...failure} /> : <SourceSkeleton />;
  return (
    <>
      {failure && <OutdatedMessage {...failure} />}
      <Themes
        connectionId={connectionId}
        themes={themes.data.themes}
        omitted={themes.data.omitted}
        isCurrent={!themes.isFetching && themes.error === null}
        isReading={themes.isFetching}
        used={project.data.config.email_theme}
      />
    </>
  );
}

interface ThemesProps {
  connectionId: string;
  themes: readonly EmailTheme[];
  omitted: Omitted | undefined;
  /** Whether the list was read without a failure, and isn't being read again. */
  isCurrent: boolean;
  isReading: boolean;
  /** The ID of the project's theme. */
  used: string | undefined;
}

function Themes({ connectionId, themes, omitted, isCurrent, isReading, used }: ThemesProps) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const blocked = useReadOnlyReason(connectionId);
  const [isCreating, setCreating] = useState(false);
  const isWhole = isCurrent && omitted === undefined;
  const chosen = search.get('template');
  const { open, isUnknown, isGone, leave } = useOpenSource({ connectionId, list: themes, isWhole, isReading, chosen, preferred: used });
  const gone = isGone ? t('email.theme.gone') : undefined;
  const choose = (id: string) => void navigate(paths.email(connectionId, 'themes', id), { replace: true });
  const items = themes.map(({ id, display_name: name }) => ({
    key: id,
    name: visibleText(name) === '' ? id : name,
    note: id === used ? <Badge tone="accent">{t('email.theme.used')}</Badge> : null,
  }));
  return (
    <div className={styles.templates}>
      {gone !== undefined && <GoneMessage title={gone} leaveLabel={t('email.theme.gone.leave')} onLeave={leave} />}
      <SourceList label={t('email.theme.list')} items={items} chosen={open?.id} onChoose={choose}>
        <div className={styles.create}>
          <Button icon={Plus} disabledReason={blocked} onClick={() => setCreating(true)}>
            {t('email.theme.create')}
          </Button>
        </div>
        <OmittedNote omitted={omitted} />
      </SourceList>
      {isUnknown && <EmptyState icon={Palette} title={t('email.theme.missing')} text={t('email.source.missing.text')} />}
      {themes.length === 0 && open === undefined && (
        <EmptyState icon={Palette} title={t('email.theme.none')} text={t('email.theme.none.text')} />
      )}
      {open !== undefined && (
        <ThemeEditor key={open.id} connectionId={connectionId} theme={open} isUsed={open.id === used} blocked={gone ?? blocked} />
      )}
      {isCreating && (
        <NameDialog
          connectionId={connectionId}
          kind="theme"
          create={(name) => createTheme(connectionId, name)}
          onCreated={choose}
          onClose={() => setCreating(false)}
        />
      )}
    </div>
  );
}
