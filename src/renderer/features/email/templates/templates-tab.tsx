import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { OutdatedMessage } from '../../../blocks/status/outdated-message';
import { reportOf } from '../../../lib/errors/error-text';
import { useMessages } from '../../../lib/use-messages';
import { useAdminProject } from '../../../queries/project/admin-project';
import { useTemplates, useTemplatesById } from '../../../queries/project/email-templates';
import { paths } from '../../../routes';
import { useConnection } from '../../../stores/connections';
import { useReadOnlyReason } from '../../../stores/read-only';
import { ErrorState } from '../../../ui/feedback/error-state';
import { TemplatesById } from './by-id/templates-by-id';
import { TemplatesByType } from './by-type/templates-by-type';
import type { TemplatesProps } from './templates-props';
import { TemplatesSkeleton } from './templates-skeleton';

/** The templates of the project's emails, in the form that the service's release has. */
export function TemplatesTab({ connectionId }: { connectionId: string }) {
  const isById = useConnection(connectionId)?.features?.['templates-by-id'] === true;
  const project = useAdminProject(connectionId, true);
  const byType = useTemplates(connectionId, !isById);
  const byId = useTemplatesById(connectionId, isById);
  const props = useTemplatesProps(connectionId, project.data);
  const list = isById ? byId : byType;
  const failed = [list, project].find(({ error }) => error !== null);
  const failure = failed && failureOf(failed);
  if (list.data === undefined || project.data === undefined) {
    if (failure) return <ErrorState {...failure} />;
    return <TemplatesSkeleton />;
  }
  return (
    <>
      {failure && <OutdatedMessage {...failure} />}
      {isById
        ? byId.data && <TemplatesById {...props} templates={byId.data.templates} omitted={byId.data.omitted} />
        : byType.data && <TemplatesByType {...props} templates={byType.data.items} omitted={byType.data.omitted} />}
    </>
  );
}

function failureOf({ error, refetch, isFetching }: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'>) {
  return { report: reportOf(error), onRetry: () => void refetch(), busy: isFetching };
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
