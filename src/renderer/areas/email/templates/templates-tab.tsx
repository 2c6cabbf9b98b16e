import { useNavigate, useSearchParams } from 'react-router';
import type { Omitted } from '#contract/definitions.ts';
import type { Template } from '#contract/service/models/mail-models.ts';
import { useAdminProject } from '#data/project.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useConnection } from '#data/topics.ts';
import { failureOfReads } from '#lib/errors/read-failure.ts';
import { useMessages } from '#lib/use-messages.ts';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { Badge } from '#ui/data/badge.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { OmittedNote } from '#ui/feedback/omitted-note.tsx';
import { paths } from '#window/routes.ts';
import { useTemplates, useTemplatesById } from '../data';
import styles from '../source/source.module.css';
import { SourceList } from '../source/source-list';
import { SourceSkeleton } from '../source/source-skeleton';
import { TemplateEditor } from './template-editor';
import { TemplatesById } from './templates-by-id';
import type { TemplatesProps } from './templates-props';

/** The templates of the project's emails, in the form that the service's release has. */
export function TemplatesTab({ connectionId }: { connectionId: string }) {
  const isById = useConnection(connectionId)?.features?.['templates-by-id'] === true;
  const project = useAdminProject(connectionId, true);
  const byType = useTemplates(connectionId, !isById);
  const byId = useTemplatesById(connectionId, isById);
  const props = useTemplatesProps(connectionId, project.data);
  const list = isById ? byId : byType;
  const failure = failureOfReads([list, project]);
  if (list.data === undefined || project.data === undefined) {
    if (failure) return <ErrorState {...failure} />;
    return <SourceSkeleton />;
  }
  return (
    <>
      {failure && <OutdatedMessage {...failure} />}
      {isById
        ? byId.data && (
            <TemplatesById
              {...props}
              templates={byId.data.templates}
              omitted={byId.data.omitted}
              isCurrent={!byId.isFetching && byId.error === null}
              isReading={byId.isFetching}
            />
          )
        : byType.data && <TemplatesByType {...props} templates={byType.data.items} omitted={byType.data.omitted} />}
    </>
  );
}

function useTemplatesProps(connectionId: string, project: ReturnType<typeof useAdminProject>['data']): TemplatesProps {
  const { t } = useMessages();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const readOnly = useReadOnlyReason(connectionId);
  const isShared = project?.config.email_config.type === 'shared';
  return {
    connectionId,
    projectName: project?.display_name ?? '',
    blocked: readOnly ?? (isShared ? t('email.template.shared') : undefined),
    chosen: search.get('template'),
    onChoose: (template) => void navigate(paths.email(connectionId, 'templates', template), { replace: true }),
  };
}

interface TemplatesByTypeProps extends TemplatesProps {
  templates: readonly Template[];
  omitted: Omitted | undefined;
}

/** The templates of releases up to 2.8.26: one for each type of email, made of blocks. */
function TemplatesByType({ templates, omitted, chosen, onChoose, ...rest }: TemplatesByTypeProps) {
  const { t } = useMessages();
  const open = templates.find(({ type }) => type === chosen) ?? templates[0];
  const items = templates.map(({ type, is_default: isDefault }) => ({
    key: type,
    name: t(`email.template.type.${type}`),
    note: isDefault ? null : <Badge tone="accent">{t('email.template.custom')}</Badge>,
  }));
  return (
    <div className={styles.templates}>
      <SourceList label={t('email.template.list')} items={items} chosen={open?.type} onChoose={onChoose}>
        <OmittedNote omitted={omitted} />
      </SourceList>
      {open && <TemplateEditor key={open.type} {...rest} template={open} />}
    </div>
  );
}
